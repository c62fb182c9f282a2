import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { lossesOf, type Comparison, compare } from "./compare.ts";
import type { Result } from "./table.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Measures a commit, or a checkout by its folder, and this checkout in turn, the one that goes first changing from round to round, prints both
 * medians of each row and fails the process when a row has lost more than a tenth and what its rounds differ.
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
  process.stderr.write(`Lost more than a tenth, and more than the rounds differ, since ${commit}:\n`);
  for (const { name, ratio, noise } of losses)
    process.stderr.write(`  ${name}: x ${ratio}, where rounds differ by ${noise}\n`);
}

const toCells = ({ name, unit, before, now, ratio, noise }: Comparison): Record<string, string> => ({
  row: name,
  before: `${before.median} ${unit} (${before.least}-${before.most})`,
  now: `${now.median} ${unit} (${now.least}-${now.most})`,
  "x before": String(ratio),
  noise: String(noise),
});

/** A folder that is a checkout, or the commit in one of its own below .cache; with its packages and both parts built. */
function checkout(commit: string): string {
  return built(existsSync(join(commit, "package.json")) ? resolve(commit) : worktreeOf(commit));
}

function worktreeOf(commit: string): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  const root = join(ROOT, ".cache/against", git("rev-parse", "--verify", `${commit}^{commit}`));
  if (!existsSync(root)) git("worktree", "add", "--force", "--detach", root, commit);
  return root;
}

function built(root: string): string {
  // In production npm would leave out what builds the web part.
  const inIt = { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "" } } as const;
  const install = `await (await import("./scripts/packages.mjs")).ensurePackages(${JSON.stringify(root)})`;
  execFileSync(process.execPath, ["--input-type=module", "-e", install], inIt);
  // Older commits build only the web part.
  const script = ["scripts/build.ts", "scripts/build-web.ts"].find((file) => existsSync(join(root, file)))!;
  execFileSync(process.execPath, [script], inIt);
  return root;
}
