// Generated from crates/server by its test `the_lists_of_the_page`. To write it anew:
// UPDATE_GOLDEN=1 cargo test -p server the_lists_of_the_page

/** Who can be played against. */
export const OPPONENTS = [
    {"player":"cadet","name":"Cadet","about":"settles two planets, never attacks"},
    {"player":"ensign","name":"Ensign","about":"four colonies, one siege at a time"},
    {"player":"lieutenant","name":"Lieutenant","about":"six colonies, one siege at a time"},
    {"player":"commander","name":"Commander","about":"terraforms, two sieges at a time"},
    {"player":"captain","name":"Captain","about":"knows everything, thinks little"},
    {"player":"commodore","name":"Commodore","about":"tries some hundred goals a turn"},
    {"player":"vice_admiral","name":"Vice Admiral","about":"expects many kinds of enemies"},
    {"player":"admiral","name":"Admiral","about":"learns how you play; the strongest"},
    {"player":"paper0","name":"Paper 0","about":"the paper’s player without lookahead"},
    {"player":"paper2","name":"Paper 2","about":"the paper’s player, two rounds ahead"},
    {"player":"paper3","name":"Paper 3","about":"the paper’s player, three rounds ahead"},
    {"player":"paper4","name":"Paper 4","about":"the paper’s player, four rounds ahead"},
];
