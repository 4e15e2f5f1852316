// Generated from crates/server by its test `the_lists_of_the_page`. To write it anew:
// UPDATE_GOLDEN=1 cargo test -p server the_lists_of_the_page

/** Who can be played against. */
export const OPPONENTS = [
    {"player":"cadet","name":"Cadet","about":"stays at home, never attacks"},
    {"player":"ensign","name":"Ensign","about":"one siege at a time, few ships"},
    {"player":"lieutenant","name":"Lieutenant","about":"tries a handful of goals a turn"},
    {"player":"commander","name":"Commander","about":"takes all for plain opponents"},
    {"player":"captain","name":"Captain","about":"learns how you play, thinks little"},
    {"player":"commodore","name":"Commodore","about":"thinks a sixth as long as the Admiral"},
    {"player":"vice_admiral","name":"Vice Admiral","about":"thinks half as long as the Admiral"},
    {"player":"admiral","name":"Admiral","about":"the strongest, learns how you play"},
    {"player":"paper0","name":"Paper 0","about":"no lookahead"},
    {"player":"paper2","name":"Paper 2","about":"two rounds ahead"},
    {"player":"paper3","name":"Paper 3","about":"three rounds ahead"},
    {"player":"paper4","name":"Paper 4","about":"four rounds ahead"},
];
