import { nameOf, readProperty, type Property } from "./property.ts";

/** What an entry keeps of its file, taken apart for writing. */
export type Kept = {
  lines: string[];
  /** Each from BEGIN to END. */
  nested: string[][];
};

/** Lines that would break the file, or end the component they stand in, are left out. */
export function takeApart(ics: string | null): Kept {
  const kept: Kept = { lines: [], nested: [] };
  let block: { lines: string[]; names: string[] } | null = null;
  for (const text of (ics ?? "").split(/\r\n|\n|\r/)) {
    const name = nameOf(text);
    if (name === "") continue;
    const value = text
      .slice(text.indexOf(":") + 1)
      .trim()
      .toUpperCase();
    if (name === "BEGIN") {
      block ??= { lines: [], names: [] };
      block.names.push(value);
    }
    if (!block) {
      if (name !== "END") kept.lines.push(text);
      continue;
    }
    block.lines.push(text);
    if (name !== "END") continue;
    if (block.names.pop() !== value) block = null;
    else if (block.names.length === 0) {
      kept.nested.push(block.lines);
      block = null;
    }
  }
  return kept;
}

/** The line of that name, which is then no longer there. */
export function takeLine(kept: Kept, name: string): string | null {
  const index = kept.lines.findIndex((text) => nameOf(text) === name);
  return index === -1 ? null : kept.lines.splice(index, 1)[0]!;
}

/** What the line of that name said beside its value, for the line that takes its place. */
export function takeParams(kept: Kept, name: string): Property["params"] {
  const line = takeLine(kept, name);
  return line === null ? {} : paramsOf(line);
}

/** Without those that the value brings itself. */
export function paramsOf(line: string): Property["params"] {
  const params = { ...readProperty(line)?.params };
  delete params["tzid"];
  delete params["value"];
  return params;
}
