import type { EarlierBody } from "#contract/notes.ts";
import { originOf, type TextOrigin } from "#document/marks/origin.ts";
import type { NewNote } from "./create-note.ts";

/** Of what a note begins with. A template is the person's own. */
export const TEXT_ORIGINS = {
  typed: undefined,
  template: undefined,
  paste: originOf({ kind: "pasted" }),
  import: originOf({ kind: "imported" }),
  dictated: originOf({ kind: "dictated" }),
  api: originOf({ kind: "imported", from: "API" }),
} as const;

export type Writers = {
  /** Null: a person, whoever else is said to have made the note. */
  writtenBy?: EarlierBody["writtenBy"];
  earlier?: readonly EarlierBody[] | undefined;
};

/** Who wrote a new note, and what it was before. @param others How that came about of which nothing is said */
export function writersOf(
  { writtenBy, earlier }: Writers,
  others: TextOrigin | undefined,
): Pick<NewNote, "textOrigin" | "earlier"> {
  const originBy = (writer: Writers["writtenBy"]) =>
    writer ? originOf({ kind: "ai", ...writer }) : writer === null ? undefined : others;
  return {
    textOrigin: originBy(writtenBy),
    earlier: earlier?.map(({ body, writtenBy: writer, origin }) => ({
      body,
      origin: origin ? TEXT_ORIGINS[origin] : originBy(writer),
    })),
  };
}
