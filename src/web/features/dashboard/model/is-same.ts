/** The database gives keys back in an order of its own. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
export const isSame = (one: unknown, other: unknown) => inOrder(one) === inOrder(other);
