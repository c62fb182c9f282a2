import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lossesOf, type Comparison, compare } from "./compare.ts";
import type { Result } from "./table.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Measures a commit and this checkout in turn, the one that goes first changing from round to round, prints both medians of each
 * row and fails the process when a row has lost more than a tenth.
 * @param measure Of the server in a checkout's folder, or of this one.
 */
export async function against(
  commit: string,
  rounds: number,
  measure: (root?: string) => Promise<Result[]>,
): Promise<void> {
  const root = checkout(commit);
  const [before, now]: [Result[][], Result[][]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const sides = [async () => before.push(await measure(root)), async () => now.push(await measure())];
    for (const [place, side] of (round % 2 ? sides.toReversed() : sides).entries()) {
      process.stdout.write(
        `round ${round + 1} of ${rounds}, ${place === round % 2 ? commit : "this checkout"}\n`,
      );
      await side();
    }
  }
  const rows = compare(before, now);
  console.table(rows.map(toCells));
  const losses = lossesOf(rows);
  if (losses.length === 0) return;
  process.exitCode = 1;
  process.stderr.write(`Lost more than a tenth since ${commit}:\n`);
  for (const { name, ratio } of losses) process.stderr.write(`  ${name}: x ${ratio}\n`);
}

const toCells = ({ name, unit, before, now, ratio }: Comparison): Record<string, string> => ({
  row: name,
  before: `${before.median} ${unit} (${before.least}-${before.most})`,
  now: `${now.median} ${unit} (${now.least}-${now.most})`,
  "x before": String(ratio),
});

/** The commit in a folder of its own below .cache, with its packages and its web part. */
function checkout(commit: string): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  const root = join(ROOT, ".cache/against", git("rev-parse", "--verify", `${commit}^{commit}`));
  if (!existsSync(root)) git("worktree", "add", "--force", "--detach", root, commit);
  // In production npm would leave out what builds the web part.
  const inIt = { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "" } } as const;
  const install = `await (await import("./scripts/packages.mjs")).ensurePackages(${JSON.stringify(root)})`;
  execFileSync(process.execPath, ["--input-type=module", "-e", install], inIt);
  // Older commits build only the web part.
  const script = ["scripts/build.ts", "scripts/build-web.ts"].find((file) => existsSync(join(root, file)))!;
  execFileSync(process.execPath, [script], inIt);
  return root;
}
