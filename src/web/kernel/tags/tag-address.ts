/** Tags as an address holds them: `tag=home,trip`. A comma within a tag is written as %2C, its sign as %25. */
export const tagsInAddress = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");

export function tagsOfAddress(written: string | undefined): string[] {
  const tags = (written ?? "").split(",").filter(Boolean);
  return [...new Set(tags.map((tag) => tag.replaceAll(/%2C/gi, ",").replaceAll("%25", "%")))];
}
