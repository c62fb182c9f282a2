import type { Upkeep } from "#contract/analytics.ts";
import type { WordOrigin } from "#contract/shared/word-origins.ts";
import { create } from "zustand";
import type { Period } from "./periods.ts";

type Narrowed = { folderId?: string; tag?: string; projectId?: string; origin?: WordOrigin; hour?: number };

/** What a number is made of, under the words that the number stood with. */
export type Behind = { title: string } & (
  | { kind: "notes"; asked: Period & Narrowed }
  | { kind: "authored"; asked: Period & { authorId: string } }
  | { kind: "tasks"; asked: Period & { which: "done" | "slipped" } }
  | { kind: "sessions"; asked: Period }
  | { kind: "upkeep"; asked: Period & { which: Upkeep } }
  | { kind: "writing"; notes: readonly { noteId: string; title: string; words: number }[] }
  /** `count` of them; those that are listed are the latest. */
  | { kind: "events"; count: number; events: readonly { eventId: string; day: string }[] }
  | { kind: "days"; days: readonly { day: string; written: number }[] }
);

/** The one list that is open over the page. */
export const useBehind = create<{ open: Behind | null }>(() => ({ open: null }));
export const showBehind = (behind: Behind): void => useBehind.setState({ open: behind });
export const hideBehind = (): void => useBehind.setState({ open: null });
