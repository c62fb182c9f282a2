import { execFileSync } from "node:child_process";

/** The commit that was measured, and whether these paths had been changed since. */
export function measuredCommit(paths: string[]): string {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--untracked-files=no", "--", ...paths) !== "";
  return `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
}
