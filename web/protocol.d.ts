// Generated from the types of crates/server by its test `declarations`. To write it anew:
// UPDATE_GOLDEN=1 cargo test -p server declarations

/**
 * Materials and credits gained, or lost if negative.
 */
export type Balance = { 
/**
 * Materials.
 */
materials: number, 
/**
 * Credits.
 */
credits: number, };

/**
 * A colony that is bombarded.
 */
export type Bombardment = { 
/**
 * The sector.
 */
at: Sector, 
/**
 * The owner of the colony.
 */
owner: Player, 
/**
 * The ships that bombard it.
 */
ships: number, 
/**
 * Its population before.
 */
before: number, 
/**
 * Its population after; 0 if the colony is lost.
 */
after: number, };

/**
 * The body of `POST /api/branch`, which makes a game that goes on from a moment of another. It is answered
 * with a [`CreatedGame`].
 */
export type BranchGame = { 
/**
 * The id of the other game.
 */
game: string, 
/**
 * The moment, as the game counts them: in Star Chess the number of commands before it.
 */
moment: number, };

/**
 * What a colony can build.
 */
export type BuildChoice = { 
/**
 * The sector of the colony.
 */
at: Sector, 
/**
 * The most ships that it can build, perhaps none.
 */
max: number, 
/**
 * What limits it.
 */
limits: BuildLimits, 
/**
 * The most that it can build without exceeding the number of ships that the income supports.
 * In a blockaded sector this is `max`: those ships fight at once.
 */
supportable: number, };

/**
 * How many ships a colony can build, by each thing that limits it.
 */
export type BuildLimits = { 
/**
 * By the colonists who have not worked this turn.
 */
workforce: number, 
/**
 * By the player's materials.
 */
materials: number, 
/**
 * By the player's credits.
 */
credits: number, 
/**
 * By the room for ships in the sector.
 */
room: number, };

/**
 * The best lines of a position, the best first.
 */
export type ChessAnalysis = { 
/**
 * The position, as the question has it.
 */
ply: number, 
/**
 * The depth in plies.
 */
depth: number, 
/**
 * The positions that were looked at.
 */
nodes: number, 
/**
 * The lines.
 */
lines: Array<ChessLine>, };

/**
 * An answer.
 */
export type ChessAnswer = { "type": "moves", 
/**
 * All of them.
 */
legal: Array<ChessLegalMove>, } | { "type": "analysis" } & ChessAnalysis | { "type": "scores", 
/**
 * The number of moves before the first.
 */
from: number, 
/**
 * In the order of the game. There may be fewer than there are positions: ask again.
 */
scores: Array<ChessScore>, 
/**
 * Whether these are all.
 */
is_complete: boolean, } | { "type": "texts", 
/**
 * The position.
 */
fen: string, 
/**
 * The whole game.
 */
pgn: string, } | { "type": "worth", 
/**
 * The number of moves before the position.
 */
ply: number, 
/**
 * All pieces but the kings.
 */
pieces: Array<ChessWorth>, 
/**
 * Whether a network says so, or else the hand-written evaluation.
 */
is_network: boolean, } | { "type": "position" } & ChessPosition;

/**
 * The clocks.
 */
export type ChessClocks = { 
/**
 * White's and Black's time now, in milliseconds.
 */
left: [number, number], 
/**
 * Whose clock runs.
 */
running: ChessSide | null, 
/**
 * What was agreed.
 */
time: ChessTime, };

/**
 * A move that can be made.
 */
export type ChessLegalMove = { 
/**
 * From which square.
 */
from: string, 
/**
 * To which. Castling is listed with the king's square and with the rook's.
 */
to: string, 
/**
 * The kind of piece that a pawn becomes, in upper case.
 */
promotion: string | null, 
/**
 * As UCI writes it.
 */
uci: string, 
/**
 * In algebraic notation.
 */
san: string, };

/**
 * A line of moves.
 */
export type ChessLine = { 
/**
 * What it leads to.
 */
score: ChessScore, 
/**
 * From where the first move goes.
 */
from: string, 
/**
 * To where.
 */
to: string, 
/**
 * The first move as UCI writes it.
 */
uci: string, 
/**
 * The first move in algebraic notation, with its number.
 */
first: string, 
/**
 * All its moves.
 */
moves: Array<ChessLineMove>, };

/**
 * A move of a line, and where it leads.
 */
export type ChessLineMove = { 
/**
 * In algebraic notation, with its number where it is needed.
 */
text: string, 
/**
 * From where it goes.
 */
from: string, 
/**
 * To where.
 */
to: string, 
/**
 * The position after it.
 */
position: ChessPosition, };

/**
 * What a game is for.
 */
export type ChessMode = "play" | "analyse";

/**
 * A move that was made, and where it led.
 */
export type ChessMove = { 
/**
 * Whose move it was.
 */
side: ChessSide, 
/**
 * Its number in the game: 1 for each side's first.
 */
number: number, 
/**
 * In algebraic notation.
 */
san: string, 
/**
 * From which square.
 */
from: string, 
/**
 * To which.
 */
to: string, 
/**
 * The position after it.
 */
position: ChessPosition, 
/**
 * What the computer that made it thought of it.
 */
score: ChessScore | null, 
/**
 * What a note in the game says about it.
 */
comment: string, };

/**
 * What an order led to.
 */
export type ChessNews = { 
/**
 * In words, for everyone to hear.
 */
text: string, };

/**
 * A change to the game.
 */
export type ChessOrder = { "type": "move", 
/**
 * The number of moves before it, so that no move is made twice.
 */
ply: number, 
/**
 * The move, as UCI or as algebraic notation writes it.
 */
text: string, 
/**
 * How long the side thought, in milliseconds. The server sets it.
 */
millis: number, } | { "type": "decide", 
/**
 * The number of moves before it.
 */
ply: number, 
/**
 * The move, as UCI writes it.
 */
uci: string, 
/**
 * Its score for the side that moves, in hundredths of a pawn.
 */
score: number | null, 
/**
 * How deep it looked.
 */
depth: number, 
/**
 * How long it thought, in milliseconds.
 */
millis: number, } | { "type": "take_back" } | { "type": "play_again" } | { "type": "resign", 
/**
 * Who.
 */
side: ChessSide, } | { "type": "claim_draw" } | { "type": "flag", 
/**
 * How long the side has thought, in milliseconds. The server sets it.
 */
millis: number, } | { "type": "restore" } | { "type": "seat", 
/**
 * Which.
 */
side: ChessSide, 
/**
 * Who.
 */
player: string, };

/**
 * How a game ended.
 */
export type ChessOutcome = { 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string, 
/**
 * In words.
 */
text: string, 
/**
 * Who won, if anyone.
 */
winner: ChessSide | null, };

/**
 * Who plays a side.
 */
export type ChessPlayer = { 
/**
 * As a specification.
 */
player: string, 
/**
 * What to call it.
 */
name: string, 
/**
 * More about it.
 */
about: string, 
/**
 * Whether it is a person.
 */
is_human: boolean, };

/**
 * A position.
 */
export type ChessPosition = { 
/**
 * The whole position.
 */
fen: string, 
/**
 * 64 characters from a8 to h1: a piece as FEN writes it, or a dot.
 */
squares: string, 
/**
 * The square of the king, if the side to move is in check.
 */
check: string | null, 
/**
 * What White is ahead in material, in pawns.
 */
material: number, };

/**
 * What a computer that thinks about its move has found.
 */
export type ChessProgress = { 
/**
 * How deep it has looked.
 */
depth: number, };

/**
 * A question that changes nothing.
 */
export type ChessQuestion = { "type": "moves", 
/**
 * The number of moves before.
 */
ply: number, } | { "type": "analyse", 
/**
 * The number of moves before.
 */
ply: number, 
/**
 * How many lines, 1 to 5.
 */
lines: number, 
/**
 * How long to think, in milliseconds, up to 2,000.
 */
millis: number, } | { "type": "scores", 
/**
 * The number of moves before the first.
 */
from: number, } | { "type": "texts", 
/**
 * The number of moves before the position.
 */
ply: number, } | { "type": "worth", 
/**
 * The number of moves before the position.
 */
ply: number, } | { "type": "position", 
/**
 * In Forsyth–Edwards notation.
 */
fen: string, };

/**
 * A score from White's point of view.
 */
export type ChessScore = { "type": "pawns", 
/**
 * More is better for White.
 */
hundredths: number, } | { "type": "mate", 
/**
 * In so many moves; negative if Black mates.
 */
moves: number, };

/**
 * How a game begins.
 */
export type ChessSetup = { 
/**
 * Who plays White: `human`, or a computer player such as `engine:level=club`.
 */
white: string, 
/**
 * Who plays Black.
 */
black: string, 
/**
 * What it is for.
 */
mode: ChessMode, 
/**
 * Where it begins.
 */
start: ChessStart, 
/**
 * The clocks; without, everyone has all the time in the world.
 */
time: ChessTime | null, 
/**
 * The day on which it began, as PGN writes it. The server sets it.
 */
date: string, };

/**
 * A side.
 */
export type ChessSide = "white" | "black";

/**
 * Where a game begins.
 */
export type ChessStart = { "type": "initial" } | { "type": "fen", 
/**
 * In Forsyth–Edwards notation.
 */
fen: string, } | { "type": "pgn", 
/**
 * In portable game notation; of several games the first counts.
 */
pgn: string, };

/**
 * The time of each side.
 */
export type ChessTime = { 
/**
 * Seconds for the game.
 */
seconds: number, 
/**
 * Seconds that are added after each move.
 */
increment: number, };

/**
 * How the game stands.
 */
export type ChessView = { 
/**
 * What it is for.
 */
mode: ChessMode, 
/**
 * Who plays White and Black.
 */
players: [ChessPlayer, ChessPlayer], 
/**
 * The first position.
 */
start: ChessPosition, 
/**
 * The moves so far.
 */
moves: Array<ChessMove>, 
/**
 * The moves that a person can make now: none if the game is over or a computer is to move.
 */
legal: Array<ChessLegalMove>, 
/**
 * Who is to move.
 */
to_move: ChessSide, 
/**
 * The number of the move to be made.
 */
number: number, 
/**
 * How it ended, if it has.
 */
outcome: ChessOutcome | null, 
/**
 * The rule by which the side to move can claim a draw.
 */
claim: string | null, 
/**
 * Whether there is a move to take back.
 */
can_take_back: boolean, 
/**
 * Whether there is a move to play again.
 */
can_play_again: boolean, 
/**
 * In analysis: the moves that were replaced and can be restored, in words.
 */
replaced: string | null, 
/**
 * The clocks, if it is played with them.
 */
clocks: ChessClocks | null, };

/**
 * What a piece is worth to the evaluation.
 */
export type ChessWorth = { 
/**
 * Where it stands.
 */
square: string, 
/**
 * How much less its side would have without it, in hundredths of a pawn.
 */
hundredths: number, };

/**
 * The class of a planet.
 */
export type Class = "barren" | "terran";

/**
 * A colony on a planet.
 */
export type Colony = { 
/**
 * Its owner.
 */
owner: Player, 
/**
 * Its inhabitants.
 */
population: number, 
/**
 * The colonists who have built ships this turn, ten for each ship.
 */
worked: number, };

/**
 * One side of a battle.
 */
export type Combatant = { 
/**
 * The owner of the ships.
 */
player: Player, 
/**
 * The ships before the battle.
 */
ships: number, 
/**
 * The ships lost in it.
 */
losses: number, };

/**
 * A command of the player to move, written and read in the game's notation.
 *
 * ```
 * use starchess::{Command, Sector};
 * let command: Command = "build a1 5".parse()?;
 * assert_eq!(command, Command::Build { at: Sector::A1, ships: 5 });
 * assert_eq!(command.to_string(), "build A1 5");
 * # Ok::<(), starchess::NotationError>(())
 * ```
 */
export type Command = { "type": "move", 
/**
 * The sector they leave.
 */
from: Sector, 
/**
 * The sector they move to.
 */
to: Sector, 
/**
 * The number of ships.
 */
ships: number, } | { "type": "build", 
/**
 * The sector of the colony.
 */
at: Sector, 
/**
 * The number of ships.
 */
ships: number, } | { "type": "colonize", 
/**
 * The sector.
 */
at: Sector, } | { "type": "terraform", 
/**
 * The sector.
 */
at: Sector, } | { "type": "scrap", 
/**
 * The sector.
 */
at: Sector, 
/**
 * The number of ships.
 */
ships: number, } | { "type": "end_turn" };

/**
 * The answer to `POST /api/games`.
 */
export type CreatedGame = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The key with which a page may do everything in it.
 */
host_key: string, };

/**
 * A player who loses the home world, and with it everything else.
 */
export type Defeat = { 
/**
 * The defeated player.
 */
player: Player, 
/**
 * Its colonies when it was defeated, the home world among them.
 */
colonies: Sectors, 
/**
 * Its fleets when it was defeated.
 */
fleets: Sectors, 
/**
 * The ships in them.
 */
ships: number, };

/**
 * Everything that the end of a player's turn brings, in the order of the rules.
 */
export type EndOfTurn = { 
/**
 * The player whose turn ends.
 */
player: Player, 
/**
 * Fleets that are scrapped because they are out of reach of the player's colonies.
 */
out_of_support: Array<ScrappedShips>, 
/**
 * Colonies of others that are bombarded.
 */
bombardments: Array<Bombardment>, 
/**
 * Players who are defeated by the bombardment.
 */
defeats: Array<Defeat>, 
/**
 * What the player's colonies produce and consume.
 */
income: Income, 
/**
 * The upkeep that is paid, for the ships that are kept.
 */
upkeep: Reserves, 
/**
 * Income less consumption and upkeep: what the reserves gain or lose.
 */
net: Balance, 
/**
 * Ships that are scrapped because their upkeep cannot be paid.
 */
unpaid: Array<ScrappedShips>, 
/**
 * The reserves afterwards.
 */
reserves: Reserves, 
/**
 * The player's colonies that grow.
 */
growth: Array<Growth>, 
/**
 * The winner, if the game is over then.
 */
winner: Player | null, 
/**
 * The position afterwards.
 */
after: Galaxy, };

/**
 * Something that happened when a command was carried out.
 */
export type Event = { "type": "ships_moved", 
/**
 * The player who moved them.
 */
player: Player, 
/**
 * The sector they left.
 */
from: Sector, 
/**
 * The sector they moved to.
 */
to: Sector, 
/**
 * The number of ships.
 */
ships: number, } | { "type": "ships_built", 
/**
 * The owner.
 */
player: Player, 
/**
 * The sector of the colony.
 */
at: Sector, 
/**
 * The number of ships.
 */
ships: number, } | { "type": "battle", 
/**
 * The sector.
 */
at: Sector, 
/**
 * The ships that arrived.
 */
attacker: Combatant, 
/**
 * The fleet that was there.
 */
defender: Combatant, } | { "type": "blockade_began", 
/**
 * The sector.
 */
at: Sector, 
/**
 * The owner of the colony.
 */
owner: Player, 
/**
 * The owner of the fleet.
 */
by: Player, } | { "type": "blockade_lifted", 
/**
 * The sector.
 */
at: Sector, 
/**
 * The owner of the colony.
 */
owner: Player, 
/**
 * The owner of the fleet that was there.
 */
by: Player, } | { "type": "colony_founded", 
/**
 * The new colony's owner.
 */
player: Player, 
/**
 * The sector.
 */
at: Sector, } | { "type": "terraformed", 
/**
 * The owner of the colony there.
 */
player: Player, 
/**
 * The sector.
 */
at: Sector, } | { "type": "ships_scrapped", 
/**
 * Their owner.
 */
player: Player, 
/**
 * The sector.
 */
at: Sector, 
/**
 * The number of ships.
 */
ships: number, 
/**
 * Why.
 */
cause: ScrapCause, } | { "type": "bombarded", 
/**
 * The sector.
 */
at: Sector, 
/**
 * The owner of the colony.
 */
owner: Player, 
/**
 * The owner of the fleet.
 */
by: Player, 
/**
 * The size of the fleet.
 */
ships: number, 
/**
 * The population before.
 */
before: number, 
/**
 * The population after; 0 if the colony is lost.
 */
after: number, } | { "type": "colony_lost", 
/**
 * The sector.
 */
at: Sector, 
/**
 * Its owner until then.
 */
owner: Player, 
/**
 * The player who destroyed it, or defeated its owner.
 */
by: Player, 
/**
 * Why it was lost.
 */
cause: LossCause, } | { "type": "player_defeated", 
/**
 * The defeated player.
 */
player: Player, 
/**
 * The player who bombarded the home world.
 */
by: Player, 
/**
 * The ships that vanished.
 */
ships: number, } | { "type": "income_received", 
/**
 * The player.
 */
player: Player, 
/**
 * Production and consumption of its colonies.
 */
income: Income, 
/**
 * The upkeep of the ships that it keeps.
 */
upkeep: Reserves, 
/**
 * The reserves afterwards.
 */
reserves: Reserves, } | { "type": "colony_grew", 
/**
 * The owner.
 */
player: Player, 
/**
 * The sector.
 */
at: Sector, 
/**
 * The population before.
 */
before: number, 
/**
 * The population after.
 */
after: number, } | { "type": "turn_ended", 
/**
 * The player whose turn ended.
 */
player: Player, 
/**
 * The player to move now.
 */
next: Player, 
/**
 * The number of the round now.
 */
round: number, } | { "type": "game_won", 
/**
 * The only undefeated player.
 */
winner: Player, };

/**
 * The ships in a sector.
 */
export type Fleet = { 
/**
 * Their owner.
 */
owner: Player, 
/**
 * Their number.
 */
ships: number, 
/**
 * The ships that arrived this turn, and can neither move nor colonize until the next.
 */
inactive: number, };

/**
 * A position: planets, colonies, fleets and reserves, the player to move and the round.
 *
 * It has 184 bytes and no pointers, and is meant to be copied. Ownership is one set of sectors per
 * player; populations and ships are arrays by sector, zero where there is no colony or fleet, so
 * that equal positions are equal byte by byte. A player is defeated exactly if there is no colony
 * of its own on its home world.
 *
 * ```
 * use starchess::{Command, Galaxy, Player, Start};
 * let mut galaxy = Galaxy::start(Start::Terran);
 * galaxy.apply("move A1 B2 20".parse()?)?;
 * galaxy.apply(Command::EndTurn)?;
 * assert_eq!(galaxy.to_move(), Player::TWO);
 * assert_eq!(size_of::<Galaxy>(), 184);
 * # Ok::<(), Box<dyn std::error::Error>>(())
 * ```
 */
export type Galaxy = string;

/**
 * The kinds of new galaxies.
 */
export type GalaxyKind = "symmetric" | "random" | "barren" | "terran";

/**
 * The games that can be played.
 */
export type GameKind = "star" | "chess" | "noughts";

/**
 * The answer to `POST /api/recent`.
 */
export type GameList = { 
/**
 * The games, the last changed first.
 */
games: Array<ListedGame>, 
/**
 * How many games are not listed because they cannot be read.
 */
unread: number, 
/**
 * What is wrong with the file of the games, if anything.
 */
faults: Array<string>, };

/**
 * What ships are wanted for.
 */
export type Goal = "defend_home" | "defend" | "attack_home" | "attack" | "guard" | "colonize";

/**
 * A colony that grows.
 */
export type Growth = { 
/**
 * The sector.
 */
at: Sector, 
/**
 * The population before.
 */
before: number, 
/**
 * The population after.
 */
after: number, };

/**
 * What the player to move could still do this turn.
 */
export type Idle = { 
/**
 * Fleets with active ships that can move or colonize.
 */
fleets: Array<IdleFleet>, 
/**
 * Colonies that can build at least one ship.
 */
colonies: Array<BuildChoice>, 
/**
 * How many more ships the income supports.
 */
spare_support: number, };

/**
 * A fleet with ships that can still act.
 */
export type IdleFleet = { 
/**
 * Where it is.
 */
at: Sector, 
/**
 * Its active ships.
 */
ships: number, };

/**
 * The production and consumption of a player's colonies in one turn.
 */
export type Income = { 
/**
 * Materials produced.
 */
materials: number, 
/**
 * Credits produced.
 */
credits: number, 
/**
 * Credits consumed.
 */
consumption: number, };

/**
 * The answer to [`Request::Join`].
 */
export type Joined = { 
/**
 * The kind of the game.
 */
kind: GameKind, 
/**
 * Whether the page may do everything in this game.
 */
is_host: boolean, 
/**
 * The seats that the page may play, from 0.
 */
seats: Array<number>, 
/**
 * The keys of all seats, for the host to hand out.
 */
seat_keys: Array<string>, 
/**
 * How the game stands: the game's own view.
 */
view: unknown, 
/**
 * The number of orders that the game has.
 */
orders: number, 
/**
 * What happens around it.
 */
status: Status, };

/**
 * A game, and what a page can show to be let in: the body of `POST /api/delete`, which deletes the game.
 */
export type KnownGame = { 
/**
 * The game's id.
 */
game: string, 
/**
 * The keys that the page has of it.
 */
keys: Array<string>, };

/**
 * How what happened compares with what was expected.
 */
export type Likeness = "same" | "same_score" | "other";

/**
 * A game in a list.
 */
export type ListedGame = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Its kind.
 */
kind: GameKind, 
/**
 * When it was made, in milliseconds since 1970.
 */
created: number, 
/**
 * When it last changed.
 */
changed: number, 
/**
 * Whether the page may do everything in it, and so delete it.
 */
is_host: boolean, 
/**
 * How it stands, in a few words and in the game's own type.
 */
summary: Summary, };

/**
 * Why a colony was lost.
 */
export type LossCause = "bombardment" | "defeat";

/**
 * What the server tells a page over its socket.
 */
export type Message = { "type": "answer", 
/**
 * The request's number.
 */
id: number, 
/**
 * To [`Request::Join`] a [`Joined`], to a question the game's own answer, else nothing.
 */
answer: unknown, } | { "type": "refused", 
/**
 * The request's number.
 */
id: number, 
/**
 * Why, as a sentence for the user.
 */
reason: string, } | { "type": "update", 
/**
 * How it stands now: the game's own view.
 */
view: unknown, 
/**
 * What happened: the game's own news.
 */
news: unknown, 
/**
 * The number of orders that the game has now.
 */
orders: number, } | { "type": "status" } & Status | { "type": "closed" } | { "type": "progress", 
/**
 * The game's own progress.
 */
progress: unknown, };

/**
 * The body of `POST /api/games`, which makes a game.
 */
export type NewGame = { 
/**
 * The kind.
 */
kind: GameKind, 
/**
 * How it begins, in the game's own type.
 */
setup: unknown, };

/**
 * Who or what has to act next.
 */
export type Next = { "type": "human", "who": Player } | { "type": "computer", "who": Player } | { "type": "unknown", "who": Player } | { "type": "over", "who": Verdict };

/**
 * A search.
 */
export type NoughtsAlgorithm = "minimax" | "alpha_beta" | "iterative";

/**
 * An answer.
 */
export type NoughtsAnswer = { "type": "tree" } & NoughtsTree | { "type": "whole_game", 
/**
 * One row for each search.
 */
rows: Array<NoughtsCounts>, };

/**
 * The work of a search.
 */
export type NoughtsCounts = { 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it is the one that is shown.
 */
is_shown: boolean, 
/**
 * Positions entered.
 */
positions: number, 
/**
 * Positions scored.
 */
scored: number, 
/**
 * Positions left early.
 */
cuts: number, 
/**
 * Positions of the tree that were never entered.
 */
left_out: number, 
/**
 * The score that it found, for the side to move.
 */
value: number, 
/**
 * The best move, in words.
 */
best: string, 
/**
 * The score in words: "a draw", "cross wins in 5".
 */
verdict: string, };

/**
 * A position that is left early.
 */
export type NoughtsCut = { 
/**
 * The position.
 */
node: number, 
/**
 * The positions after it that are not entered.
 */
left_out: Array<number>, };

/**
 * What is known about a position's score.
 */
export type NoughtsKnown = { 
/**
 * The position.
 */
node: number, 
/**
 * It is this or more.
 */
at_least: number | null, 
/**
 * It is this or less.
 */
at_most: number | null, };

/**
 * The order of the moves.
 */
export type NoughtsMoveOrder = "listed" | "best_first";

/**
 * What an order led to.
 */
export type NoughtsNews = { 
/**
 * In words, for everyone to hear.
 */
text: string, };

/**
 * A position in a tree.
 */
export type NoughtsNode = { 
/**
 * The position before; none for the root.
 */
parent: number | null, 
/**
 * The distance from the root.
 */
ply: number, 
/**
 * Nine characters from a to i.
 */
board: string, 
/**
 * The move that leads here, in words: "centre", "corner", "edge".
 */
place: string, 
/**
 * Its square.
 */
square: string, 
/**
 * How many moves this one stands for.
 */
equivalents: number, 
/**
 * Its exact score, whether or not the search found it.
 */
score: number, 
/**
 * Whether it lies on the line that both sides play at their best.
 */
is_principal: boolean, 
/**
 * How the game ended here: "cross wins", "nought wins", "draw" or nothing.
 */
result: string, };

/**
 * A change to the game.
 */
export type NoughtsOrder = { "type": "play", 
/**
 * a to i, from the top left to the bottom right.
 */
square: string, } | { "type": "decide", 
/**
 * The square.
 */
square: string, } | { "type": "take_back" } | { "type": "seat", 
/**
 * Which.
 */
side: NoughtsSide, 
/**
 * Who.
 */
player: string, } | { "type": "again" };

/**
 * A player.
 */
export type NoughtsPlayer = { 
/**
 * As a specification.
 */
player: string, 
/**
 * What to call it.
 */
name: string, 
/**
 * One line about it.
 */
about: string, };

/**
 * A question that changes nothing.
 */
export type NoughtsQuestion = { "type": "tree", 
/**
 * Its search.
 */
algorithm: NoughtsAlgorithm, 
/**
 * How many moves it looks ahead.
 */
depth: number, 
/**
 * The order of the moves.
 */
order: NoughtsMoveOrder, 
/**
 * Whether one move stands for all that are equal up to symmetry.
 */
fold: boolean, } | { "type": "whole_game" };

/**
 * How a game begins.
 */
export type NoughtsSetup = { 
/**
 * Who plays cross: `human`, or a computer player such as `perfect`.
 */
cross: string, 
/**
 * Who plays nought.
 */
nought: string, 
/**
 * The position in which it begins: three lines of X, O and . separated by /. The empty board if
 * it is empty.
 */
position: string, };

/**
 * A side.
 */
export type NoughtsSide = "cross" | "nought";

/**
 * A position is entered.
 */
export type NoughtsStep = { 
/**
 * The position.
 */
node: number, 
/**
 * How many moves this iteration looks ahead. With a new iteration nothing is known any more.
 */
iteration: number, 
/**
 * What is known from now on.
 */
changes: Array<NoughtsKnown>, 
/**
 * The positions whose other moves the search leaves out from now on.
 */
cuts: Array<NoughtsCut>, 
/**
 * What happens, in words.
 */
text: string, 
/**
 * Why, in words.
 */
why: string, };

/**
 * A search of a tree, step by step.
 */
export type NoughtsTree = { 
/**
 * The side to move at the root, for which the scores are.
 */
side: NoughtsSide, 
/**
 * All positions. The root is the first, and children come after their parent.
 */
nodes: Array<NoughtsNode>, 
/**
 * One step for each position that is entered.
 */
steps: Array<NoughtsStep>, 
/**
 * The exact score of each of the nine squares as a move; none where it is not legal.
 */
exact: Array<number | null>, 
/**
 * What each search needs for this tree.
 */
rows: Array<NoughtsCounts>, 
/**
 * The scores of rows, as a person would write them: "128 for three, 31 for two, 7 for one".
 */
own_rows: string, 
/**
 * The same for the other side's rows.
 */
their_rows: string, };

/**
 * How the game stands.
 */
export type NoughtsView = { 
/**
 * Nine characters from a to i: X, O or a dot.
 */
board: string, 
/**
 * The squares that a person can play on now, such as `abi`.
 */
legal: string, 
/**
 * The squares that were played on, in their order.
 */
moves: string, 
/**
 * Who is to move.
 */
to_move: NoughtsSide, 
/**
 * Who plays cross and nought.
 */
players: [NoughtsPlayer, NoughtsPlayer], 
/**
 * How it ended, in words, if it has.
 */
outcome: string | null, 
/**
 * The squares of the row that won.
 */
row: string, 
/**
 * Whether there is a move to take back.
 */
can_take_back: boolean, };

/**
 * A request of the page, with a number that its answer repeats.
 */
export type NumberedRequest = { 
/**
 * Chosen by the page.
 */
id: number, 
/**
 * What is requested.
 */
request: Request, };

/**
 * How the arrival of ships ends.
 */
export type Outcome = { "type": "empty" } | { "type": "joins", 
/**
 * How many.
 */
ships: number, } | { "type": "wins", 
/**
 * Own losses.
 */
losses: number, } | { "type": "draws" } | { "type": "loses", 
/**
 * What is left of the enemy fleet.
 */
left: number, };

/**
 * How fast computers play after one another.
 */
export type Pace = { 
/**
 * Whether they wait for [`Request::Step`].
 */
is_paused: boolean, 
/**
 * The least number of milliseconds between the moves of two computers.
 */
gap_ms: number, };

/**
 * A command that was played.
 */
export type PlayedStep = { 
/**
 * The command.
 */
command: Command, 
/**
 * What happened.
 */
events: Array<Event>, 
/**
 * The position after it; of the last command it is that of the view.
 */
board: StarBoard | null, };

/**
 * One of the four players, called factions in the paper.
 *
 * ```
 * use starchess::Player;
 * assert_eq!(Player::ONE.home().to_string(), "A1");
 * assert_eq!(Player::ONE.next().to_string(), "player 2");
 * assert_eq!(Player::from_number(5), None);
 * ```
 */
export type Player = 1 | 2 | 3 | 4;

/**
 * How one player stands.
 */
export type PlayerOverview = { 
/**
 * The player.
 */
player: Player, 
/**
 * Whether the player has lost the home world.
 */
is_defeated: boolean, 
/**
 * The score, as it is shown and searched.
 */
score: number, 
/**
 * All ships.
 */
ships: number, 
/**
 * The number of ships that the income supports, without reserves.
 */
supported_ships: number, 
/**
 * The sectors with a colony.
 */
colonies: Sectors, 
/**
 * Materials and credits in reserve.
 */
reserves: Reserves, 
/**
 * What the colonies produce and consume in a turn.
 */
income: Income, 
/**
 * What the reserves gain or lose at the end of the player's turn, after consumption and
 * upkeep, if nothing changes until then.
 */
net: Balance, 
/**
 * The number of ships that would be scrapped then.
 */
scrapped_ships: number, };

/**
 * A player wants to take something back, and others have to agree.
 */
export type Proposal = { 
/**
 * The seats of the player who asks, from 0.
 */
by: Array<number>, 
/**
 * Whether that is the host.
 */
is_by_host: boolean, 
/**
 * The seats that have not agreed yet.
 */
waits_for: Array<number>, };

/**
 * What really happened, compared with what was expected.
 */
export type RealMoment = { 
/**
 * The player whose turn it was; nobody for a whole round.
 */
player: Player | null, 
/**
 * The commands of the turn.
 */
commands: Array<Command>, 
/**
 * The position after it.
 */
board: StarBoard, 
/**
 * The scores after it.
 */
scores: [number, number, number, number], 
/**
 * How it compares.
 */
likeness: Likeness, };

/**
 * The body of `POST /api/recent`, which lists games.
 */
export type RecentGames = { 
/**
 * The games that the page knows of.
 */
games: Array<KnownGame>, 
/**
 * The key of the server's owner, who sees all games; may be empty.
 */
owner_key: string, };

/**
 * What a page can ask for over its socket.
 */
export type Request = { "type": "join", 
/**
 * The game's id.
 */
game: string, 
/**
 * Secrets from links: of a seat, of the game's host, or of the server's owner.
 */
keys: Array<string>, } | { "type": "order", 
/**
 * The number of orders that the game had when this one was made. If it has more by now, the order
 * was made for a position that is gone, and is refused. Without it, it is for any position.
 */
after: number | null, 
/**
 * An order of the game's own type.
 */
order: unknown, } | { "type": "ask", 
/**
 * A question of the game's own type.
 */
question: unknown, } | { "type": "hurry" } | { "type": "cancel" } | { "type": "pace", 
/**
 * The new pace.
 */
pace: Pace, } | { "type": "step" } | { "type": "consent", 
/**
 * Whether the page agrees.
 */
is_agreed: boolean, };

/**
 * Materials and credits: what a player has in reserve, or what something costs.
 */
export type Reserves = { 
/**
 * Materials.
 */
materials: number, 
/**
 * Credits.
 */
credits: number, };

/**
 * Why ships were scrapped.
 */
export type ScrapCause = "ordered" | "out_of_support" | "unpaid";

/**
 * Ships that are scrapped in one sector.
 */
export type ScrappedShips = { 
/**
 * The sector.
 */
at: Sector, 
/**
 * The number of ships.
 */
ships: number, };

/**
 * A sector: column A to D from left to right, row 1 to 4 from bottom to top.
 *
 * ```
 * use starchess::Sector;
 * let sector: Sector = "b3".parse()?;
 * assert_eq!(sector.to_string(), "B3");
 * assert_eq!(sector.distance(Sector::D4), 2);
 * # Ok::<(), starchess::NotASector>(())
 * ```
 */
export type Sector = string;

/**
 * A set of sectors, one bit for each: A1 is the lowest, then B1, and D4 the highest.
 *
 * As the set of sectors for which a computer player makes requests, this is the paper's *mask*.
 *
 * ```
 * use starchess::{Sector, Sectors};
 * let corners: Sectors = [Sector::A1, Sector::D4].into_iter().collect();
 * assert!(corners.has(Sector::A1));
 * assert_eq!((corners | Sector::D1.alone()).len(), 3);
 * ```
 */
export type Sectors = Array<Sector>;

/**
 * What sits at a seat.
 */
export type SitterKind = "human" | "computer" | "unknown";

/**
 * The answer to a question.
 */
export type StarAnswer = { "type": "preview", 
/**
 * What happens at once.
 */
events: Array<Event>, 
/**
 * What the end of the turn would bring if it followed.
 */
forecast: EndOfTurn | null, 
/**
 * The position after the command.
 */
board: StarBoard, } | { "type": "at", 
/**
 * The position.
 */
board: StarBoard, 
/**
 * In the game's notation.
 */
position: Galaxy, } | { "type": "history", 
/**
 * The turns.
 */
turns: Array<StarTurn>, } | { "type": "advice", 
/**
 * The commands, the end of the turn included.
 */
commands: Array<Command>, 
/**
 * Its reasons, if it gives any.
 */
why: StarWhy | null, } | { "type": "why", 
/**
 * The reasons.
 */
why: StarWhy, } | { "type": "file", 
/**
 * The text.
 */
text: string, };

/**
 * A position, part by part.
 */
export type StarBoard = { 
/**
 * The number of the round.
 */
round: number, 
/**
 * The player to move.
 */
to_move: Player, 
/**
 * The players, 1 to 4.
 */
players: [PlayerOverview, PlayerOverview, PlayerOverview, PlayerOverview], 
/**
 * The sectors, row by row from A1 to D4.
 */
sectors: Array<StarSector>, };

/**
 * What an order led to.
 */
export type StarNews = { "type": "played", 
/**
 * By whom.
 */
player: Player, 
/**
 * In which round.
 */
round: number, 
/**
 * Each command, with the position after it.
 */
steps: Array<PlayedStep>, 
/**
 * The turns that were finished by it.
 */
finished: Array<StarTurn>, } | { "type": "moved", 
/**
 * The turns that were finished by it.
 */
finished: Array<StarTurn>, } | { "type": "seated", 
/**
 * The player.
 */
player: Player, };

/**
 * What the player to move can order in one sector.
 */
export type StarOptions = { 
/**
 * The sector.
 */
at: Sector, 
/**
 * Where ships can move.
 */
moves: Array<StarTarget>, 
/**
 * What the colony can build.
 */
build: BuildChoice | null, 
/**
 * The most ships that can be scrapped.
 */
max_scrap: number, 
/**
 * How many of them exceed the number of ships that the income supports.
 */
surplus: number, 
/**
 * Why something cannot be done; nothing where it can.
 */
why_not: WhyNot, };

/**
 * A change to the game.
 */
export type StarOrder = { "type": "play", 
/**
 * The commands.
 */
commands: Array<Command>, } | { "type": "turn", 
/**
 * The commands, the end of the turn included.
 */
commands: Array<Command>, 
/**
 * How many rounds the computer looked ahead.
 */
rounds: number, 
/**
 * How many turns it generated to find this one.
 */
nodes: number, 
/**
 * The computer if it does not sit there any more: in a branch, which has the seats of the present.
 */
computer?: string | null, } | { "type": "revise", 
/**
 * The command.
 */
command: Command, } | { "type": "undo" } | { "type": "redo" } | { "type": "undo_turn" } | { "type": "seat", 
/**
 * The player.
 */
player: Player, 
/**
 * Who decides from now on.
 */
seat: StarSeat, };

/**
 * What a computer has found so far.
 */
export type StarProgress = { 
/**
 * The player it thinks for.
 */
player: Player, 
/**
 * How many rounds it has looked ahead.
 */
rounds: number, 
/**
 * The score that it expects.
 */
score: number | null, };

/**
 * A question about the game.
 */
export type StarQuestion = { "type": "preview", 
/**
 * The command.
 */
command: Command, 
/**
 * Whether it would be played in place of the last one of this turn.
 */
instead: boolean, } | { "type": "at", 
/**
 * The number of commands; all if there are fewer.
 */
commands: number, } | { "type": "history", 
/**
 * The number of turns before it.
 */
from: number, } | { "type": "advise", 
/**
 * How strong the computer is.
 */
strength: Strength, } | { "type": "why", 
/**
 * The number of the turn, from 0.
 */
turn: number, } | { "type": "file" };

/**
 * Who sits at a seat.
 */
export type StarSeat = { "type": "human" } | { "type": "computer", 
/**
 * How strong it is.
 */
strength: Strength, };

/**
 * A sector of a position.
 */
export type StarSector = { 
/**
 * The sector.
 */
at: Sector, 
/**
 * The class of its planet.
 */
class: Class, 
/**
 * The player whose home world this is or was.
 */
home_of: Player | null, 
/**
 * The colony on it.
 */
colony: Colony | null, 
/**
 * The population at which the colony stops growing.
 */
max_population: number, 
/**
 * The fleet around it.
 */
fleet: Fleet | null, 
/**
 * The ships of the fleet that can still move or colonize.
 */
ready: number, 
/**
 * If the fleet blockades the colony: how much of it, in percent, the next bombardment kills.
 */
bombardment: number | null, 
/**
 * The enemy ships that could be here before the player to move can react.
 */
threat: number, 
/**
 * Whether the ships of the player to move can go here.
 */
is_in_reach: boolean, };

/**
 * How a game begins.
 */
export type StarSetup = { 
/**
 * Where it begins.
 */
from: StarStart, 
/**
 * Who plays; with [`StarStart::File`] the players of the file if there is nobody here.
 */
seats: [StarSeat, StarSeat, StarSeat, StarSeat] | null, 
/**
 * The number of rounds after which the highest score wins.
 */
round_limit: number | null, };

/**
 * Who decides for a player.
 */
export type StarSitter = { 
/**
 * What sits there.
 */
kind: SitterKind, 
/**
 * The computer's strength, if it is one of those that have names.
 */
strength: Strength | null, 
/**
 * What to call it: the name of the strength, or else the computer's specification.
 */
name: string, };

/**
 * Where a game begins.
 */
export type StarStart = { "type": "galaxy", 
/**
 * Its kind.
 */
kind: GalaxyKind, 
/**
 * The seed, for the kinds that depend on one.
 */
seed: number, } | { "type": "position", 
/**
 * The position.
 */
position: string, } | { "type": "file", 
/**
 * The text of the file.
 */
text: string, };

/**
 * A command of the current turn.
 */
export type StarStep = { 
/**
 * The command.
 */
command: Command, 
/**
 * What happened.
 */
events: Array<Event>, 
/**
 * What it cost.
 */
spent: Reserves, };

/**
 * A small picture of a position and its players, for lists.
 */
export type StarSummary = { 
/**
 * The number of the round.
 */
round: number, 
/**
 * The player to move.
 */
to_move: Player, 
/**
 * The sectors, row by row from A1 to D4.
 */
sectors: Array<SummarySector>, 
/**
 * The players, 1 to 4.
 */
players: Array<SummaryPlayer>, 
/**
 * The winner, if the game is over.
 */
winner: Player | null, };

/**
 * A target of a move.
 */
export type StarTarget = { 
/**
 * The target.
 */
to: Sector, 
/**
 * The most ships that can move there.
 */
max: number, 
/**
 * How many to propose: the least that lose none, or else all.
 */
proposed: number, 
/**
 * What happens if all go.
 */
outcome: Outcome, 
/**
 * The numbers of ships at which the outcome changes.
 */
ticks: Array<Tick>, };

/**
 * A finished turn.
 */
export type StarTurn = { 
/**
 * The player.
 */
player: Player, 
/**
 * The number of the round.
 */
round: number, 
/**
 * The number of commands before it.
 */
begins: number, 
/**
 * The number of commands after it.
 */
ends: number, 
/**
 * The commands, the end of the turn included.
 */
commands: Array<Command>, 
/**
 * What happened, except for what happens every turn.
 */
events: Array<Event>, 
/**
 * The scores after it.
 */
scores: [number, number, number, number], 
/**
 * The computer that decided on it, if one did.
 */
computer: StarSitter | null, };

/**
 * Everything a page has to know to show a game, and to offer what can be done in it.
 */
export type StarView = { 
/**
 * The position.
 */
board: StarBoard, 
/**
 * Who decides for each player.
 */
seats: [StarSitter, StarSitter, StarSitter, StarSitter], 
/**
 * Who or what acts next.
 */
next: Next, 
/**
 * How the game stands.
 */
verdict: Verdict, 
/**
 * Whether nothing has changed for many rounds.
 */
is_frozen: boolean, 
/**
 * The number of rounds after which the highest score wins.
 */
round_limit: number | null, 
/**
 * The number of commands so far.
 */
commands: number, 
/**
 * The number of finished turns.
 */
turns: number, 
/**
 * The commands of the current turn, and what happened.
 */
this_turn: Array<StarStep>, 
/**
 * Whether a command can be undone in this turn.
 */
can_undo: boolean, 
/**
 * Whether a command can be redone.
 */
can_redo: boolean, 
/**
 * Whether the last turn can be taken back.
 */
can_undo_turn: boolean, 
/**
 * What can be ordered where. Only while a human is to move.
 */
options: Array<StarOptions>, 
/**
 * What could still be done this turn.
 */
idle: Idle, 
/**
 * What the end of the turn would bring.
 */
forecast: EndOfTurn | null, 
/**
 * The position in the game's notation.
 */
position: Galaxy, };

/**
 * The reasons for a computer's turn.
 */
export type StarWhy = { 
/**
 * The number of the turn in the game, from 0. For advice, the number of turns so far.
 */
turn: number, 
/**
 * The player.
 */
player: Player, 
/**
 * The number of the round.
 */
round: number, 
/**
 * The computer.
 */
computer: StarSitter, 
/**
 * How many rounds it looked ahead.
 */
rounds: number, 
/**
 * How many turns it generated to find this one.
 */
generated: number, 
/**
 * The position before the turn.
 */
before: StarBoard, 
/**
 * The scores before the turn.
 */
scores_before: [number, number, number, number], 
/**
 * What it weighed.
 */
reasons: WhyReasons, 
/**
 * This turn, and what the player expected to follow.
 */
expected: Array<WhyMoment>, };

/**
 * What happens around a game.
 */
export type Status = { 
/**
 * Whether a computer thinks about its move.
 */
is_thinking: boolean, 
/**
 * Whether it waits for other games' computers first.
 */
is_queued: boolean, 
/**
 * How fast computers play.
 */
pace: Pace, 
/**
 * How many pages show the game.
 */
pages: number, 
/**
 * The seats that people are here for by a link, from 0: the host leaves them to these.
 */
guests: Array<number>, 
/**
 * Why the computer to move has failed, if it has.
 */
fault: string | null, 
/**
 * What a player wants to take back, if others have to agree.
 */
proposal: Proposal | null, };

/**
 * How strong a computer player is: a rank, from the first level for people to the strongest player, or
 * the paper's player with so many rounds of lookahead.
 */
export type Strength = "cadet" | "ensign" | "lieutenant" | "commander" | "captain" | "commodore" | "vice_admiral" | "admiral" | "paper0" | "paper2" | "paper3" | "paper4";

/**
 * How a game stands, for lists.
 */
export type Summary = { 
/**
 * Who plays: "against Teal, Yellow and Rose".
 */
players: string, 
/**
 * How it stands: "Round 33, your turn".
 */
state: string, 
/**
 * Whether it has ended.
 */
is_over: boolean, 
/**
 * Whether a person has a seat.
 */
has_human: boolean, 
/**
 * More, in the game's own type: a small picture of the board.
 */
details: unknown, };

/**
 * A player in a list.
 */
export type SummaryPlayer = { 
/**
 * Whether a person decides.
 */
is_human: boolean, 
/**
 * Whether the player is defeated.
 */
is_defeated: boolean, 
/**
 * The score.
 */
score: number, 
/**
 * The ships.
 */
ships: number, 
/**
 * The number of colonies.
 */
colonies: number, };

/**
 * A sector of a small picture.
 */
export type SummarySector = { 
/**
 * The class of its planet.
 */
class: Class, 
/**
 * The colony's owner.
 */
colony: Player | null, 
/**
 * The colony's population as a share of its maximum.
 */
filled: number, 
/**
 * The fleet's owner.
 */
fleet: Player | null, };

/**
 * A number of ships at which the outcome changes.
 */
export type Tick = { 
/**
 * The number of ships.
 */
ships: number, 
/**
 * What they achieve.
 */
what: TickKind, };

/**
 * What a number of ships achieves.
 */
export type TickKind = "wins" | "halves_losses" | "loses_none";

/**
 * How a game stands, or how it ended.
 *
 * The published players often reach a stalemate, so games between computers have a round limit:
 * after that many rounds the highest score wins. Saved games call it the turn limit.
 */
export type Verdict = { "type": "ongoing" } | { "type": "conquest", "winner": Player } | { "type": "score", "winner": Player } | { "type": "tie" };

/**
 * What is believed about an opponent.
 */
export type WhyBelief = { 
/**
 * The opponent.
 */
opponent: Player, 
/**
 * How it may play, the most likely first.
 */
models: Array<WhyModel>, };

/**
 * A choice of requests that was tried.
 */
export type WhyChoice = { 
/**
 * The sectors that were left out.
 */
dropped: Sectors, 
/**
 * The score that the player could expect.
 */
score: number | null, 
/**
 * How much more that is than with all requests.
 */
gain: number | null, };

/**
 * A goal, and what it is worth.
 */
export type WhyGoal = { 
/**
 * The goal in words.
 */
words: string, 
/**
 * How likely the player is to win with it, in percent.
 */
chance: number, 
/**
 * How many futures it was judged in: a goal that does badly is not judged in all.
 */
futures: number, 
/**
 * The number of goals that sound the same.
 */
count: number, };

/**
 * What a player that follows goals weighed.
 */
export type WhyGoals = { 
/**
 * The goals that did best, in words, the best first: the player follows that one. Those that were
 * judged in fewer futures than the best come after the others.
 */
goals: Array<WhyGoal>, 
/**
 * The number of all goals that were judged.
 */
judged: number, 
/**
 * What it believes about the others; empty if it does not learn.
 */
beliefs: Array<WhyBelief>, 
/**
 * How likely each player is to win at the end of the one future that it expects most, in percent.
 */
chances: [number, number, number, number], 
/**
 * What the position teaches, if anything.
 */
lesson: string | null, };

/**
 * How an opponent may play.
 */
export type WhyModel = { 
/**
 * In words.
 */
words: string, 
/**
 * How likely that is, in percent.
 */
percent: number, };

/**
 * A moment that a player expected: the end of a turn, or of a whole round.
 */
export type WhyMoment = { 
/**
 * The player whose turn it is; nobody for a whole round.
 */
player: Player | null, 
/**
 * The number of the round.
 */
round: number, 
/**
 * The commands of the turn.
 */
commands: Array<Command>, 
/**
 * What happens in it.
 */
events: Array<Event>, 
/**
 * The position after it.
 */
board: StarBoard, 
/**
 * The scores after it.
 */
scores: [number, number, number, number], 
/**
 * What really happened, if it has.
 */
real: RealMoment | null, };

/**
 * Why commands are not possible; `None` for those that are.
 */
export type WhyNot = { 
/**
 * Moving ships.
 */
moving: string | null, 
/**
 * Building a ship.
 */
build: string | null, 
/**
 * Founding a colony.
 */
colonize: string | null, 
/**
 * Making the planet terran.
 */
terraform: string | null, 
/**
 * Scrapping a ship.
 */
scrap: string | null, };

/**
 * What a computer weighed.
 */
export type WhyReasons = { "type": "requests" } & WhyRequests | { "type": "goals" } & WhyGoals;

/**
 * A request of a sector, and what was done about it.
 */
export type WhyRequest = { 
/**
 * The sector.
 */
sector: Sector, 
/**
 * From 1, the most urgent, to 4.
 */
priority: number, 
/**
 * What ships are wanted for.
 */
goal: Goal, 
/**
 * The player that is concerned: whose colony is attacked, or who is to be driven off.
 */
other: Player | null, 
/**
 * The smallest number of ships worth sending.
 */
min: number, 
/**
 * The largest number of ships needed.
 */
max: number, 
/**
 * Whether it was left out.
 */
is_dropped: boolean, 
/**
 * Ships that were sent or stayed for it.
 */
sent: number, 
/**
 * Ships that were built for it.
 */
built: number, 
/**
 * Whether a colony was founded.
 */
is_colonized: boolean, 
/**
 * Where ships that were sent are after the turn.
 */
on_the_way: Sectors, };

/**
 * What the published player weighed.
 */
export type WhyRequests = { 
/**
 * What the sectors requested, the most urgent first.
 */
requests: Array<WhyRequest>, 
/**
 * The choices that were tried, in order; the first leaves nothing out.
 */
choices: Array<WhyChoice>, 
/**
 * The index of the choice that was played.
 */
chosen: number, 
/**
 * What the player gains by it, compared with all requests.
 */
gain: number | null, 
/**
 * The sectors whose requests were left out.
 */
dropped: Sectors, 
/**
 * The scores of all players that it expected at the end.
 */
scores: [number, number, number, number], };
