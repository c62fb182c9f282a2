import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Rule } from "./allowed.ts";

export type Counts = Partial<Record<Rule, number>>;

const FILE = fileURLToPath(new URL("./known-counts.txt", import.meta.url));

/** How many of each allowed difference every text has, by its fingerprint: `1a2b... line-end=3 br-tag=1`. */
export function readKnownCounts(): Map<string, Counts> {
  const lines = readFileSync(FILE, "utf8").split("\n");
  return new Map(
    lines
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        const [name = "", ...counts] = line.split(" ");
        const pairs = counts.map((count) => count.split("=")).map(([rule, number]) => [rule, Number(number)]);
        return [name, Object.fromEntries(pairs) as Counts];
      }),
  );
}

export function writeKnownCounts(known: ReadonlyMap<string, Counts>): void {
  const lines = [...known].map(([name, counts]) =>
    [name, ...Object.entries(counts).map(([rule, number]) => `${rule}=${number}`)].join(" "),
  );
  const about =
    "# Allowed differences of each text of the corpus, made by CAIRN_UPDATE_COUNTS=1 npm run deep";
  writeFileSync(FILE, [about, ...lines.sort(), ""].join("\n"));
}

/** What there is more of than was known, as `rule: 3 instead of 2`. */
export function grown(counts: Counts, known: Counts): string[] {
  return Object.entries(counts)
    .filter(([rule, number]) => number > (known[rule as Rule] ?? 0))
    .map(([rule, number]) => `${rule}: ${number} instead of ${known[rule as Rule] ?? 0}`);
}
