/** What a note without a title is called. */
export const titleOf = (note: { title: string }): string => note.title.trim() || "Untitled";
