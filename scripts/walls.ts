import { globSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run-tool.ts";
import { findCrowded, findLongStyleSheets, findMisplaced } from "./floors.ts";

type Cruise = {
  modules: { source: string }[];
  summary: {
    violations: { rule: { name: string }; from: string; to: string }[];
    ruleSetUsed: { forbidden: { name: string; comment?: string }[] };
  };
};

/**
 * What breaks the walls between the folders of `folder`/src, a line each.
 * Without a parser for it the tool would see no modules and find no fault, so they are counted.
 */
export async function findWallFaults(folder = root): Promise<string[]> {
  const config = join(root, ".dependency-cruiser.mjs");
  const { output, code } = await run(
    "dependency-cruiser/depcruise",
    ["--config", config, "--output-type", "json", "src"],
    { cwd: folder },
  );
  const start = output.indexOf("{");
  if (start < 0) return [output || `ended with code ${code}`];
  const { modules, summary } = JSON.parse(output.slice(start, output.lastIndexOf("}") + 1)) as Cruise;
  const why = new Map(summary.ruleSetUsed.forbidden.map(({ name, comment = "" }) => [name, comment]));
  const read = new Set(modules.map((module) => module.source));
  const unread = globSync("src/**/*.{ts,tsx}", { cwd: folder }).filter((file) => !read.has(file));
  return [
    ...findMisplaced(folder),
    ...findCrowded(folder),
    ...findLongStyleSheets(folder),
    ...summary.violations.map(
      ({ rule, from, to }) => `${rule.name}: ${from} -> ${to}\n  ${why.get(rule.name)}`,
    ),
    ...(unread.length > 0
      ? [`dependency-cruiser did not read ${unread.length} files: ${unread.join(", ")}`]
      : []),
  ];
}
