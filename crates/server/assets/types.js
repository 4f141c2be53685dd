// The shapes of what goes over the wire, for editors and checkers. docs/wire.md says what they mean.

/** @typedef {"first" | "second"} Side */
/** @typedef {string | Record<string, string>} Text a text in every language */
/** @typedef {{name: string, ground?: string, owner?: Side, size?: number}} Cell */
/** @typedef {{columns: string[], rows: string[], counts: [number, number] | null, cells: Cell[]}} Picture */
/** @typedef {{name: Text, letter: string, glyph: string}} SideView */
/** @typedef {{cells: string[], choice?: string}} Gesture */
/** @typedef {{move: string, gestures: Gesture[], changes: Cell[], counts?: [number, number]}} Handle */
/** @typedef {{initial_s: number, increment_s: number}} Clock */
/**
 * @typedef {{kind: string, bot?: string | null, name: string | null, here: boolean, open: boolean, teaches?: boolean}} Seat
 */
/** @typedef {{move: string, cells: string[], changed: string[]}} Last */
/**
 * @typedef {object} Now
 * @property {number} ply
 * @property {Side | null} turn
 * @property {string} position
 * @property {Picture} picture
 * @property {Last | null} last
 * @property {string[]} deciding
 * @property {Text} status
 * @property {string | null} result
 * @property {Text | null} ending
 * @property {string | null} forced
 * @property {[Seat, Seat]} seats
 * @property {number} spectators
 * @property {{left_ms: [number, number], running: Side | null} | null} clocks
 * @property {{draw: Side | null, takeback: Side | null, rematch: Side | null}} offers
 * @property {number | null} claim_ms
 * @property {"win" | "call-off" | null} claim_kind
 * @property {string | null} next
 * @property {{text: Text, facts: Text[], line: string[]}} [warning] what a bot that teaches says of the last move
 * @property {boolean | null} kept of a game between two bots: whether a request to keep it has come
 */
/**
 * @typedef {{id: string, rules: string, name: Text, family: string, shape: string, sides: [SideView, SideView], clock: Clock | null, start: string, created_at: number, pgn: boolean}} GameView
 */
/**
 * @typedef {{version: number, you: Side | "both" | null, game: GameView, moves: string[], now: Now}} State
 */
/** @typedef {{kind: string, side?: Side, move?: string, offer?: string}} Cause */
/** @typedef {{ply: number, position: string, picture: Picture, last: Last | null, status: Text}} Past */
/**
 * @typedef {{step: number, count: number, position: string, turn: Side, ask: Text, picture: Picture, moves: Handle[]}} LessonStep
 */
/** @typedef {{position: string, turn: Side, picture: Picture, moves: Handle[]}} RulesBoard */
/** @typedef {{picture: Picture, last: Last | null, deciding: string[]}} LessonBoard */
/** @typedef {{accepted: boolean, text: Text | null, after: LessonBoard | null, reply: LessonBoard | null, next: number | null}} LessonAnswer */
/** @typedef {{id: string, found: number, count: number, difficulty: number, position: string, turn: Side, ask: Text, themes: Text, picture: Picture, last: Last | null, moves: Handle[], hints: number, failed: boolean}} PuzzleAsked */
/** @typedef {{rating: number | null, provisional: boolean, streak: number, best_streak: number, solved: number, seen: number, all: number, result: string | null}} PuzzleSolver */
/** @typedef {{game: string, date: string | null, puzzle: PuzzleAsked | null, solver: PuzzleSolver}} PuzzleView */
/** @typedef {{result: string, change: number, themes: Text, solver: PuzzleSolver}} PuzzleEnd */
/** @typedef {{verdict: "right" | "wrong" | "illegal", text: Text | null, after: LessonBoard | null, reply: LessonBoard | null, puzzle: PuzzleAsked | null, ended: PuzzleEnd | null}} PuzzleAnswer */
/** @typedef {{kind: string, plies: number | null, distance: string | null, score: number | null, moves: string[], cells: string[], text: Text}} HintLine */
/** @typedef {{ply: number, position: string, depth: number, nodes: number, lines: HintLine[], steps: {piece: string | null, kind: Text, move: string, reasons: Text[]} | null}} Hint */
/** @typedef {{id: string, name: Text, goal: Text, family: string, shape: string, sides: [SideView, SideView], starts: {name: string, title?: Text, position: string}[], bots: string[], levels: Text[], counts: boolean, picture: Picture, pgn: boolean}} Rules */
/** @typedef {{games: Rules[], bot: string, clocks: Clock[], clock_limits: Clock, name_max: number, languages: {tag: string, name: string}[], reach: {kind: string, urls: string[]}}} Catalogue */
/** @typedef {{id: string, game: string, sides: (string | null)[], you: string | null, result: string | null, ply: number, created_at: number, status: Text, your_turn: boolean}} Mine */

export {};
