import type { JSONContent } from "@tiptap/core";

/** A change that waits for the note that is open, with the blocks that it takes the place of. */
export type WaitingPart = {
  changesetId: string;
  /** What the changeset is called. */
  title: string;
  /** Its place among the parts of the note. */
  part: number;
  previous: string | null;
  next: string | null;
  before: readonly JSONContent[];
  after: readonly JSONContent[];
};

export const partKey = ({ changesetId, part }: Pick<WaitingPart, "changesetId" | "part">): string =>
  `${changesetId}/${part}`;
