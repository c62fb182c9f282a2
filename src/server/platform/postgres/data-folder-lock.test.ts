import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataFolder } from "./data-folder-lock.ts";

let dataDir: string;
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), "cairn-lock-"))));
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** A process that holds the lock until it is killed; `wrap` runs it under another program. */
async function holdElsewhere(wrap: string[] = []) {
  const module = new URL("data-folder-lock.ts", import.meta.url).href;
  const script = `import { lockDataFolder } from ${JSON.stringify(module)};
    await lockDataFolder(process.argv[1]); console.log("held"); setInterval(() => {}, 1e6);`;
  const command = [...wrap, process.execPath, "--input-type=module", "-e", script, dataDir];
  const child = spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

test("a released folder is free", async () => {
  const lock = await lockDataFolder(dataDir);
  await expect(lockDataFolder(dataDir)).rejects.toThrow(`(pid ${process.pid}, started at 20`);
  await lock.release();
  await (await lockDataFolder(dataDir)).release();
});

test("a killed holder lets go at once", async () => {
  const holder = await holdElsewhere();
  await expect(lockDataFolder(dataDir)).rejects.toThrow(`Another Cairn (pid ${holder.pid}, started at 20`);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  await (await lockDataFolder(dataDir)).release();
});

test("of many that try at once one gets it", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataFolder(dataDir)));
  const winners = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(winners).toHaveLength(1);
  await winners[0]?.release();
});

test.runIf(process.getuid?.() === 0)(
  "a holder in another container counts, although its pid means nothing here",
  async () => {
    const holder = await holdElsewhere(["unshare", "--pid", "--fork", "--kill-child"]);
    await expect(lockDataFolder(dataDir)).rejects.toThrow("Another Cairn (pid 1, started at 20");
    holder.kill("SIGKILL");
  },
);
