// Generated from crates/server by its test `the_lists_of_the_page`. To write it anew:
// UPDATE_GOLDEN=1 cargo test -p server the_lists_of_the_page

/** Who can be played against. */
export const OPPONENTS = [
    {"player":"cadet","name":"Cadet","about":"settles two planets, never attacks"},
    {"player":"ensign","name":"Ensign","about":"four colonies, one siege"},
    {"player":"lieutenant","name":"Lieutenant","about":"six colonies, one siege"},
    {"player":"commander","name":"Commander","about":"terraforms, two sieges"},
    {"player":"captain","name":"Captain","about":"knows everything, thinks little"},
    {"player":"commodore","name":"Commodore","about":"tries hundreds of goals a turn"},
    {"player":"vice_admiral","name":"Vice Admiral","about":"expects many kinds of enemies"},
    {"player":"admiral","name":"Admiral","about":"the strongest, learns how you play"},
    {"player":"paper0","name":"Paper 0","about":"no lookahead"},
    {"player":"paper2","name":"Paper 2","about":"two rounds ahead"},
    {"player":"paper3","name":"Paper 3","about":"three rounds ahead"},
    {"player":"paper4","name":"Paper 4","about":"four rounds ahead"},
];
