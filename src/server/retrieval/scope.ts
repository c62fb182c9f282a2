import type { Reach } from "../notes/ai-access/reach.ts";

/** What can be found: notes, files in them, tasks, events. */
export type Kind = "note" | "file" | "task" | "event";

/** Where to look; everywhere when left out. `after` and `before` are instants: last changed then. */
export type Scope = {
  noteIds?: string[];
  folderIds?: string[];
  tags?: string[];
  /** Its notes are those of `folderIds`; beside them these tasks are looked at. What is made goes into it and its folder. */
  project?: { id: string; folderId: string | null; taskIds: ReadonlySet<string> };
  after?: string;
  before?: string;
  kinds?: readonly Kind[];
  /** Notes are read without what models wrote in them. */
  isOfPeople?: boolean;
};

/** `reach` has no default: whoever asks knows where the text goes, and what is forgotten would be sent, or be missed. */
export type Reached = Scope & { reach: Reach };
