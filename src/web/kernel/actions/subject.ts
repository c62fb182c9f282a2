import type { Note } from "#contract/notes.ts";

/**
 * What an action can be about, by its kind. Notes are here because one can be open; any other noun adds its own beside its manifest, by
 * `declare module`.
 */
export interface Subjects {
  note: Note;
}

export type Subject = { [Kind in keyof Subjects]: { kind: Kind; item: Subjects[Kind] } }[keyof Subjects];

/** How a noun is met on the page: its rows carry `data-<kind>-id`. */
export type SubjectViews = {
  readonly [Kind in keyof Subjects]?: {
    readonly find: (id: string) => Subjects[Kind] | null;
    readonly nameOf: (item: Subjects[Kind]) => string;
  };
};

type About = { subject: Subject | null };

/** What an action is about if it is of this kind. */
export function subjectOf<Kind extends keyof Subjects>(
  kind: Kind,
  { subject }: About,
): Subjects[Kind] | null {
  return subject?.kind === kind ? (subject.item as Subjects[Kind]) : null;
}

export const noteOf = (context: About): Note | null => subjectOf("note", context);
