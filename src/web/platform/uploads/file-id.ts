/** The id in the address of one of our files, else null. */
export const fileIdOf = (url: unknown): string | null =>
  typeof url === "string"
    ? (/^\/files\/([0-9a-f-]{36})(?:[/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? null)
    : null;
