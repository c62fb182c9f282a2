import type { Changeset, PartState } from "#contract/changesets.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";

/** How many of its changes are in one of these states. */
export function countOf({ notes, records }: Changeset): (...states: PartState[]) => number {
  const all = [
    ...notes.flatMap(({ parts }) => parts.map(({ state }) => state)),
    ...records.map((one) => one.state),
  ];
  return (...states) => all.filter((state) => states.includes(state)).length;
}

/** Only what nobody decided yet, of the notes and records that have some. */
export function waitingOf(changeset: Changeset): Changeset {
  const waits = ({ state }: { state: PartState }) => state === "proposed" || state === "changed";
  const notes = changeset.notes.map((note) => ({ ...note, parts: note.parts.filter(waits) }));
  return {
    ...changeset,
    notes: notes.filter(({ parts }) => parts.length > 0),
    records: changeset.records.filter(waits),
  };
}

/** As many as an answer lists on the screen. */
export const MOST_LINES = 50;

/** What it changes, one after another; of many the first ones. */
export function linesOf({ notes, records }: Changeset, most = MOST_LINES): string[] {
  const lines = [
    ...notes.map(({ title, parts }) =>
      plural(
        parts.length,
        {
          one: "Text of {title}: {count} place",
          other: "Text of {title}: {count} places",
        },
        { title: title || t("Untitled") },
      ),
    ),
    ...records.map(({ action, title }) => {
      const name = title || t("Untitled");
      if (action === "create") return t("New: {title}", { title: name });
      return action === "remove"
        ? t("Into the trash: {title}", { title: name })
        : t("Change: {title}", { title: name });
    }),
  ];
  const rest = lines.length - most;
  if (rest <= 0) return lines;
  return [...lines.slice(0, most), plural(rest, { one: "and {count} more", other: "and {count} more" })];
}
