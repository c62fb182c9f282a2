/** What the source of a raw node was written in. */
export const RAW_FORMATS = ["html", "markdown", "math", "frontmatter"] as const;
export type RawFormat = (typeof RAW_FORMATS)[number];

export function rawFormat(value: unknown): RawFormat {
  return RAW_FORMATS.find((format) => format === value) ?? "markdown";
}
