// Generated from crates/server by its test `the_lists_of_the_page`. To write it anew:
// UPDATE_GOLDEN=1 cargo test -p server the_lists_of_the_page

/** Who can be played against. */
export const OPPONENTS = [
    {"player":"human","name":"Human","about":"at this screen, or by a link"},
    {"player":"perfect","name":"Perfect","about":"searches to the end of every game"},
    {"player":"alpha-beta:depth=2,eval=paper","name":"The paper's program","about":"two moves ahead, with the paper's features"},
    {"player":"alpha-beta:depth=1,eval=paper","name":"One move ahead","about":"the paper's features without a look at the reply"},
    {"player":"mcts:nodes=200","name":"Monte Carlo, 200 games","about":"plays random games and trusts the results"},
    {"player":"mcts:nodes=20","name":"Monte Carlo, 20 games","about":"the same with little experience"},
    {"player":"random","name":"Random","about":"plays anywhere"},
];
