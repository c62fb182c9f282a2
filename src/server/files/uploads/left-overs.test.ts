import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { draftsIn, openDiskStorage } from "../storage/storage-disk.ts";
import { removeReceived } from "./receiving.ts";

test("what a killed process was writing is removed a day later, what is stored stays, and a failed write leaves nothing", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-left-overs-"));
  const store = openDiskStorage({ dataDir });
  await store.putStream("ab/cd", Readable.from([Buffer.from("kept")]));
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from("half");
      throw new Error("the line is gone");
    })(),
  );
  await expect(store.putStream("ab/ef", failing)).rejects.toThrow("the line is gone");
  expect(await readdir(draftsIn({ dataDir }))).toEqual([]);
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60_000);
  await mkdir(join(dataDir, "receiving"), { recursive: true });
  for (const folder of [draftsIn({ dataDir }), join(dataDir, "receiving")])
    for (const [name, age] of [
      ["old", 2],
      ["new", 0],
    ] as const) {
      await writeFile(join(folder, name), "half");
      await utimes(join(folder, name), days(age), days(age));
    }
  await removeReceived({ dataDir });
  expect(await readdir(draftsIn({ dataDir }))).toEqual(["new"]);
  expect(await readdir(join(dataDir, "receiving"))).toEqual(["new"]);
  expect(await readdir(join(dataDir, "files/ab"))).toEqual(["cd"]);
  await rm(dataDir, { recursive: true });
});
