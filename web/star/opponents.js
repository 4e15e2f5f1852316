// Generated from crates/server by its test `the_lists_of_the_page`. To write it anew:
// UPDATE_GOLDEN=1 cargo test -p server the_lists_of_the_page

/** Who can be played against. */
export const OPPONENTS = [
    {"player":"cadet","name":"Cadet","about":"stays at home, never attacks"},
    {"player":"ensign","name":"Ensign","about":"three colonies, never terraforms"},
    {"player":"lieutenant","name":"Lieutenant","about":"takes all for plain opponents"},
    {"player":"commander","name":"Commander","about":"learns how you play, thinks little"},
    {"player":"captain","name":"Captain","about":"tries a few dozen goals a turn"},
    {"player":"commodore","name":"Commodore","about":"thinks a quarter as long as the Admiral"},
    {"player":"vice_admiral","name":"Vice Admiral","about":"thinks half as long as the Admiral"},
    {"player":"admiral","name":"Admiral","about":"the strongest, learns how you play"},
    {"player":"paper0","name":"Paper 0","about":"no lookahead"},
    {"player":"paper2","name":"Paper 2","about":"two rounds ahead"},
    {"player":"paper3","name":"Paper 3","about":"three rounds ahead"},
    {"player":"paper4","name":"Paper 4","about":"four rounds ahead"},
];
