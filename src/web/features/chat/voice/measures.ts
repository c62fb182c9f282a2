/** What a conversation by voice takes, for those who measure it: milliseconds of the page's own clock. */
export const BARGE_IN = "cairn-voice-silenced";
export const FIRST_SOUND = "cairn-voice-first-sound";

/** From the first sound of somebody's voice until Cairn was silent. */
export const silenced = (from: number, to: number): void => measure(BARGE_IN, from, to);
/** From the end of what somebody said until they heard something. */
export const firstSound = (from: number, to: number): void => measure(FIRST_SOUND, from, to);

function measure(name: string, from: number, to: number): void {
  performance.clearMeasures(name);
  performance.measure(name, { start: Math.max(0, from), end: to });
}
