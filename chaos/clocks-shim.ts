import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("clocks-shim.c", import.meta.url));
const SECONDS_A_YEAR = 365.25 * 24 * 60 * 60;

/** A clock for one server with its database, or one browser. */
export type ShiftedClock = {
  env: Record<string, string>;
  /** Takes effect at once in every process that has it. */
  set: (years: number) => void;
};

/** @throws Error where there is no compiler */
export function buildClock(folder: string, name: string): ShiftedClock {
  // PostgreSQL runs as another user when we are root.
  chmodSync(folder, 0o755);
  const library = join(folder, "clock.so");
  execFileSync("gcc", ["-shared", "-fPIC", "-O2", "-o", library, SOURCE], { stdio: "pipe" });
  const path = join(folder, `${name}.clock`);
  writeFileSync(path, Buffer.alloc(8));
  chmodSync(path, 0o644);
  return {
    env: { LD_PRELOAD: library, CAIRN_CLOCK_FILE: path },
    set: (years) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(Math.round(years * SECONDS_A_YEAR)));
      const file = openSync(path, "r+");
      writeSync(file, bytes, 0, 8, 0);
      closeSync(file);
    },
  };
}
