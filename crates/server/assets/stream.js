// Answers of the server that come bit by bit: server-sent events in answer to a POST.
import { Refusal } from "./api.js";
import { t } from "./words.js";

/**
 * Asks, and calls `hear` with every event until there are no more.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} signal
 * @param {(event: any) => void} hear
 */
export async function listen(path, body, signal, hear) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Refusal("unreachable", t("unreachable"));
  }
  if (!answer.ok || !answer.body) {
    const problem = await answer.json().catch(() => null);
    throw new Refusal(
      problem?.code ?? String(answer.status),
      problem?.text ?? t("refused", { status: answer.status }),
    );
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event
        .split("\n")
        .filter((line) => line.startsWith("data: "))
        .map((line) => line.slice(6))
        .join("\n");
      if (data && !signal.aborted) hear(JSON.parse(data));
    }
  }
}
