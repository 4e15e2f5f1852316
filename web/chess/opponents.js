// Generated from crates/server by its test `the_lists_of_the_page`. To write it anew:
// UPDATE_GOLDEN=1 cargo test -p server the_lists_of_the_page

/** Who can be played against. */
export const OPPONENTS = [
    {"player":"engine:level=beginner","name":"Engine, beginner","about":"plays like a person rated about 800"},
    {"player":"engine:level=casual","name":"Engine, casual","about":"plays like a person rated about 1100"},
    {"player":"engine:level=club","name":"Engine, club","about":"plays like a person rated about 1500"},
    {"player":"engine:level=strong","name":"Engine, strong","about":"plays like a person rated about 1800"},
    {"player":"engine:level=expert","name":"Engine, expert","about":"plays like a person rated about 2100"},
    {"player":"engine:level=master","name":"Engine, master","about":"plays like a person rated about 2400"},
    {"player":"engine:time=1s","name":"Engine, 1 s a move","about":"full strength"},
    {"player":"engine:time=5s","name":"Engine, 5 s a move","about":"full strength"},
    {"player":"kong:depth=3","name":"Kong","about":"alpha-beta, 3 plies, counts material"},
    {"player":"kong:depth=2,search=minimax","name":"Kong, minimax","about":"every line of 2 plies, counts material"},
    {"player":"negamax:depth=3","name":"Negamax","about":"3 plies: material, mobility and pawns"},
    {"player":"negamax:material=10,mobility=0,pawns=0,depth=3","name":"Negamax, the greedy","about":"3 plies, only material counts"},
    {"player":"negamax:material=0,mobility=10,pawns=0,depth=3","name":"Negamax, the mobile","about":"3 plies, only mobility counts"},
    {"player":"negamax:material=0,mobility=0,pawns=10,depth=3","name":"Negamax, the pusher","about":"3 plies, only pawns count"},
];
