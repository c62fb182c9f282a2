/** A `project:` at the end of a query whose name is still being typed: what stands before it, and what of the name is there. */
export function projectQueryOf(query: string): { before: string; part: string } | null {
  const [, before, quoted, bare] = /^(.*?)(?<!\S)project:(?:"([^"]*)|([^\s"]*))$/is.exec(query) ?? [];
  return before === undefined ? null : { before, part: (quoted ?? bare ?? "").trim() };
}
