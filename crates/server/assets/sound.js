// Short sounds, made on the spot. Silent until the first touch of the page, and always when switched off.
import { isAudible } from "./main.js";

/** @type {AudioContext | null} */
let audio = null;

/** @typedef {{pitch: number, at?: number, lasts?: number, loud?: number, wave?: OscillatorType}} Tone */

/** @type {Record<string, Tone[]>} */
const SOUNDS = {
  move: [
    { pitch: 240, lasts: 0.07, wave: "triangle", loud: 0.35 },
    { pitch: 120, lasts: 0.05, loud: 0.4 },
  ],
  change: [
    { pitch: 300, lasts: 0.06, wave: "triangle", loud: 0.3 },
    { pitch: 450, at: 0.06, lasts: 0.08, wave: "triangle", loud: 0.25 },
  ],
  end: [
    { pitch: 392, lasts: 0.2, loud: 0.2 },
    { pitch: 494, at: 0.12, lasts: 0.2, loud: 0.2 },
    { pitch: 587, at: 0.24, lasts: 0.4, loud: 0.2 },
  ],
  lost: [
    { pitch: 392, lasts: 0.2, loud: 0.18 },
    { pitch: 330, at: 0.14, lasts: 0.2, loud: 0.18 },
    { pitch: 262, at: 0.28, lasts: 0.4, loud: 0.18 },
  ],
  notice: [
    { pitch: 660, lasts: 0.12, loud: 0.18 },
    { pitch: 880, at: 0.1, lasts: 0.18, loud: 0.15 },
  ],
  wrong: [{ pitch: 150, lasts: 0.12, wave: "triangle", loud: 0.3 }],
  hurry: [{ pitch: 980, lasts: 0.06, loud: 0.15 }],
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!isAudible() || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
    const start = audio.currentTime;
    for (const { pitch, at = 0, lasts = 0.1, loud = 0.2, wave = "sine" } of SOUNDS[name] ?? []) {
      const [source, gain] = [audio.createOscillator(), audio.createGain()];
      source.type = wave;
      source.frequency.setValueAtTime(pitch, start + at);
      gain.gain.setValueAtTime(loud * 0.5, start + at);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + at + lasts);
      source.connect(gain).connect(audio.destination);
      source.start(start + at);
      source.stop(start + at + lasts);
    }
  } catch {
    // A machine without sound plays in silence.
  }
}
