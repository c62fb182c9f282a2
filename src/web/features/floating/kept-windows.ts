import { FLOATING_FILLS } from "#contract/shared/floating-fills.ts";
import type { FloatingWindow } from "#contract/preferences.ts";
import { local } from "../../platform/local.ts";
import { MOST_WINDOWS, type FloatingNote } from "./windows.ts";

const KEY = "cairn-floating-notes";

type Kept = {
  userId: string;
  /** Changed here since the account last heard of it. */
  isUnsent: boolean;
  windows: FloatingNote[];
};

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

function isWindow(value: unknown): value is FloatingNote {
  const { id, noteId, note, position, size, isMinimized, fill } = (value ?? {}) as Partial<FloatingNote>;
  return (
    typeof id === "string" &&
    typeof noteId === "string" &&
    typeof note?.title === "string" &&
    typeof note.content === "string" &&
    isNumber(position?.x) &&
    isNumber(position.y) &&
    isNumber(size?.width) &&
    isNumber(size.height) &&
    typeof isMinimized === "boolean" &&
    (fill === null || FLOATING_FILLS.some((known) => known === fill))
  );
}

/** The windows this device keeps for a person; what another version or hand wrote wrongly is left out. */
export function keptWindows(userId: string): Kept {
  const none: Kept = { userId, isUnsent: false, windows: [] };
  try {
    const kept = JSON.parse(local.get(KEY) ?? "null") as Partial<Kept> | null;
    if (kept?.userId !== userId || !Array.isArray(kept.windows)) return none;
    const windows = kept.windows.filter(isWindow).slice(0, MOST_WINDOWS);
    return { userId, isUnsent: kept.isUnsent === true, windows };
  } catch {
    return none;
  }
}

export const keepWindows = (kept: Kept): void => local.set(KEY, JSON.stringify(kept));

type SizeClass = "floatingSmall" | "floatingMedium" | "floatingLarge";

/** Screens of one class share their windows: small ones of tablets and little laptops, large ones of desks. */
export function sizeClassOf(screenWidth: number): SizeClass {
  if (screenWidth < 1200) return "floatingSmall";
  return screenWidth < 1800 ? "floatingMedium" : "floatingLarge";
}

/** What the account keeps of the windows: everything but the words, which are the notes'. */
export const toAccount = (windows: readonly FloatingNote[]): FloatingWindow[] =>
  windows.map(({ id, noteId, position, size, isMinimized, fill }) => ({
    id,
    noteId,
    position,
    size,
    isMinimized,
    ...(fill ? { fill } : {}),
  }));

/** The account's windows, with the words this device knows of their notes. */
export function fromAccount(told: readonly FloatingWindow[], known: readonly FloatingNote[]): FloatingNote[] {
  return told.map(({ fill = null, ...window }) => ({
    ...window,
    fill,
    note: known.find(({ noteId }) => noteId === window.noteId)?.note ?? { title: "", content: "" },
  }));
}

const inOrderOfKeys = (_: string, value: unknown) =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Whether two lists say the same; the database gives keys back in an order of its own. */
export const areSame = (one: readonly FloatingWindow[], other: readonly FloatingWindow[]): boolean =>
  JSON.stringify(one, inOrderOfKeys) === JSON.stringify(other, inOrderOfKeys);
