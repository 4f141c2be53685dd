// What an address of the analysis board says, and the address of what is shown.

/**
 * `?p=POSITION` is a start, `?g=ID&ply=N` a game of this server, with `&review=1` its review, and `#s=TEXT&at=NODE` a study.
 * @param {Location} location
 * @returns {{text?: string, at?: number, position?: string, game?: string, ply?: number, review: boolean}}
 */
export function readAddress(location) {
  const [query, fragment] = [new URLSearchParams(location.search), new URLSearchParams(location.hash.slice(1))];
  const number = (/** @type {string | null} */ text) => (text !== null && /^\d{1,5}$/.test(text) ? Number(text) : undefined);
  const [text, game, position] = [fragment.get("s"), query.get("g") ?? undefined, query.get("p")];
  const review = query.has("review");
  if (text) return { text, at: number(fragment.get("at")), game, review };
  if (game) return { game, ply: number(query.get("ply")), review };
  return position ? { position, review } : { review };
}

/** @param {import("./analysis.js").AnalysisPage} page */
export function addressOf({ study, at, source, reviewer }) {
  const path = `/analysis/${study.game.rules}`;
  const [root] = study.nodes;
  const game = source.game ? { g: source.game, ...(reviewer?.review ? { review: "1" } : {}) } : null;
  // A game of this server is found by its id, as long as nothing was added to it; so is what its review
  // added.
  if (game && (study.text === source.text || study.text === reviewer?.review?.study)) return `${path}?${new URLSearchParams({ ...game, ply: String(study.nodes[at].ply) })}`;
  const isBare = study.nodes.length === 1 && !root.comment && !study.tags.length;
  if (isBare) return `${path}?${new URLSearchParams({ p: study.start })}`;
  return `${path}${game ? `?${new URLSearchParams(game)}` : ""}#${new URLSearchParams({ s: study.text, at: String(at) })}`;
}
