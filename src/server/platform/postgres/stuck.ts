import { readFileSync } from "node:fs";

/** Between the end of a crash and the start of its recovery there is neither, for a moment. */
const STUCK_MS = 1_500;

/**
 * Recognises a postmaster that will never answer again. When the recovery after a crash fails too, because the disk is
 * full for example, PostgreSQL 18 does not end: it keeps its I/O workers and answers "in recovery mode" for ever, with
 * nobody who recovers.
 * @returns a question to ask again and again: true once it has neither recovered nor served for a while
 */
export function stuckness(): (pid: number) => boolean {
  let since: number | undefined;
  let of = 0;
  return (pid) => {
    const titles = titlesOfChildren(pid);
    // Where the kernel does not list children nobody can tell.
    const isAlive =
      titles.length === 0 || titles.some((title) => /^postgres: (startup|walwriter)/.test(title));
    if (isAlive || of !== pid) since = undefined;
    of = pid;
    if (isAlive) return false;
    since ??= performance.now();
    return performance.now() - since > STUCK_MS;
  };
}

function titlesOfChildren(pid: number): string[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return children.split(" ").map((child) => readFileSync(`/proc/${child}/cmdline`, "utf8"));
  } catch {
    // Gone between the two readings; the next look will tell.
    return [];
  }
}
