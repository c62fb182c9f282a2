/**
 * Who writes a table besides its folder in catalog.ts, and why; writers.test.ts compares with the source. A new entry needs a
 * reason that will last: otherwise write through a function of the table's own folder.
 */
export const otherWriters: Record<string, Record<string, string>> = {
  "public.notes_v2": {
    collab:
      "doc_seq and the derived columns belong to the write path of bodies, row and log in one statement",
    folders: "a folder goes into the trash and comes back with its notes, found by the same recursive query",
  },
  "public.tasks": { collab: "checkboxes become tasks when a body is derived" },
  "public.word_days": {
    collab: "the words of a note's first change are counted by the statement that makes it",
  },
  "public.word_hours": { collab: "as word_days" },
  "public.note_history": { collab: "compaction turns log rows into the first chunk" },
  "public.note_versions": {
    collab: "a note that moves in brings its past, in the transaction that makes it",
  },
  "public.tokens": {
    accounts: "signing out everywhere ends what programs were granted; app passwords come above accounts",
  },
  "public.files": {
    accounts: "a profile that gives up its picture drops the file; files come above accounts",
    attachments: "the text of a file and the mark that it was read are one statement",
  },
};
