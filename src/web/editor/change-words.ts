/** What is said of a difference; apart from what draws it, which brings the editor's code along. */
export const CHANGE_WORDS = { inserted: "Inserted", deleted: "Deleted", changed: "Changed" } as const;
