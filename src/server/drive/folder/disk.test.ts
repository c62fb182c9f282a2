import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRoot, within } from "./descriptors.ts";
import { scanFolder } from "./scan-folder.ts";
import { directoryOf } from "./connection.ts";
import { writeWhole } from "./write-file.ts";

let dir: string;
let folder: Awaited<ReturnType<typeof openRoot>>;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "cairn-disk-"));
  folder = await openRoot(dir);
});
afterEach(async () => {
  await folder.close();
  await rm(dir, { recursive: true, force: true });
});

test("a disk that is full is said, keeps what was there before, and no half file", async () => {
  await writeFile(join(dir, "note.md"), "before");
  const written = writeWhole(folder, "note.md", async (file) => {
    await file.write("half");
    await appendFile("/dev/full", "x");
  });
  await expect(written).rejects.toMatchObject({
    name: "RemoteFault",
    message: "There is no room left on the disk of the folder.",
    mayPass: true,
  });
  expect(await readdir(dir)).toEqual(["note.md"]);
  expect(await readFile(join(dir, "note.md"), "utf8")).toBe("before");
});

test("of too many files the same ones are taken each time, and the others are counted", async () => {
  for (let at = 0; at < 3; at++) await mkdir(join(dir, `d${at}`));
  for (let at = 0; at <= 200; at += 1) await writeFile(join(dir, `d${at % 3}`, `${at}.md`), "");
  const [one, two] = [await scanFolder(folder, { most: 200 }), await scanFolder(folder, { most: 200 })];
  expect([one.files.size, one.leftOut]).toEqual([200, 1]);
  expect([...two.files.keys()]).toEqual([...one.files.keys()]);
});

test("no name leads out of a folder", () => {
  for (const name of ["", ".", "..", "../x", "a/b", "a\0b"]) expect(() => within(folder, name)).toThrow();
});

test("folders of accounts are called by their address, and by no path, whatever that is", () => {
  const id = "018f3c1a-0000-7000-8000-000000000001";
  expect(directoryOf(id, "Ann.Lee@Example.org")).toMatch(/^ann\.lee@example\.org-[0-9a-f]{12}$/);
  expect(directoryOf(id, "../../etc@x")).toMatch(/^etc@x-|^[^/.][^/]*$/);
  expect(Buffer.byteLength(directoryOf(id, `${"果".repeat(200)}@x.example`))).toBeLessThan(120);
});
