const MINUTE = 60_000;
/** A round of the 25-minute focus, and the break after it. */
export const ROUND_MS = 25 * MINUTE;
export const BREAK_MS = 5 * MINUTE;

/** Work on one task that is being timed; told by moments alone, so that a reload or a closed lid changes nothing. */
export type Focus = {
  taskId: string;
  title: string;
  /** "rounds": 25 minutes, then a break that does not count. */
  mode: "up" | "rounds";
  /** When it was started or went on last; null while it is paused. */
  since: number | null;
  /** What was counted before that. */
  countedMs: number;
};

export type Phase = "running" | "paused" | "break" | "rested";

export const begun = (task: { id: string; title: string }, mode: Focus["mode"], now: number): Focus => ({
  taskId: task.id,
  title: task.title,
  mode,
  since: now,
  countedMs: 0,
});

/** A clock that was set back counts nothing. */
const sinceOf = ({ since }: Focus, now: number) => (since === null ? 0 : Math.max(0, now - since));

/** The work so far; breaks are none. */
export function spentMs(focus: Focus, now: number): number {
  const since = sinceOf(focus, now);
  return focus.countedMs + (focus.mode === "rounds" ? Math.min(since, ROUND_MS) : since);
}

export function phaseOf(focus: Focus, now: number): Phase {
  if (focus.since === null) return "paused";
  const since = sinceOf(focus, now);
  if (focus.mode === "up" || since < ROUND_MS) return "running";
  return since < ROUND_MS + BREAK_MS ? "break" : "rested";
}

/** What the clock shows: of rounds what is left of the round or the break, else the work so far. */
export function shownMs(focus: Focus, now: number): number {
  const phase = phaseOf(focus, now);
  if (focus.mode === "up" || phase === "paused") return spentMs(focus, now);
  if (phase === "rested") return 0;
  return (phase === "break" ? ROUND_MS + BREAK_MS : ROUND_MS) - sinceOf(focus, now);
}

export const paused = (focus: Focus, now: number): Focus => ({
  ...focus,
  countedMs: spentMs(focus, now),
  since: null,
});

/** Goes on after a pause, or with the next round. */
export const resumed = (focus: Focus, now: number): Focus => ({ ...paused(focus, now), since: now });

/** "4:05", "1:04:05". */
export function clockWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** What was kept on the device; null for what cannot be read. */
export function readFocus(written: string | null): Focus | null {
  try {
    const { taskId, title, mode, since, countedMs } = JSON.parse(written ?? "null") as Focus;
    const isWhole =
      typeof taskId === "string" && typeof title === "string" && (mode === "up" || mode === "rounds");
    if (!isWhole || typeof countedMs !== "number" || (since !== null && typeof since !== "number"))
      return null;
    return { taskId, title, mode, since, countedMs };
  } catch {
    return null;
  }
}
