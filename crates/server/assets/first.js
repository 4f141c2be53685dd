// What need not wait for the rest of the page: its colours, and the words it will say.
import { apply } from "./settings.js";
import { speak, wanted } from "./words.js";

apply();

/** The words, as soon as they are there. */
export const spoken = speak(wanted());
// Who waits for the words is told; nobody may wait yet when they fail.
spoken.catch(() => {});
