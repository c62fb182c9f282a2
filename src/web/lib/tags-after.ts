export type TagChange = { addTags?: string[] | undefined; removeTags?: string[] | undefined };

/** What was done to tags, or to any other list of values without an order that matters. */
export const tagChange = (before: readonly string[], after: readonly string[]) => ({
  addTags: after.filter((tag) => !before.includes(tag)),
  removeTags: before.filter((tag) => !after.includes(tag)),
});

/** Tags with some more at their end and without others, each once; as on the server. */
export const tagsAfter = (tags: readonly string[], { addTags = [], removeTags = [] }: TagChange): string[] =>
  [...new Set([...tags, ...addTags])].filter((tag) => !removeTags.includes(tag));
