export type TagChange = { addTags?: string[] | undefined; removeTags?: string[] | undefined };

const without = (tags: readonly string[], others: readonly string[]): string[] =>
  tags.filter((tag) => !others.includes(tag));

/** What was done to tags, or to any other list of values without an order that matters. */
export const tagChange = (before: readonly string[], after: readonly string[]) => ({
  addTags: without(after, before),
  removeTags: without(before, after),
});

/** Tags with some more at their end and without others, each once; as on the server. */
export const tagsAfter = (tags: readonly string[], { addTags = [], removeTags = [] }: TagChange): string[] =>
  without([...new Set([...tags, ...addTags])], removeTags);
