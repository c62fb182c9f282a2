import { execFile } from "node:child_process";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { linkLibraries } from "./binaries.ts";
import { barrierOnPath } from "./run-as.ts";
import { makeSocketFolder } from "./socket-folder.ts";

const isRoot = process.getuid?.() === 0;
const me = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const NOBODY = 65_534;
const LINKS = [{ source: "native/lib/libx.so.6.18", target: "native/lib/libx.so.6" }];

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "cairn-pg-")));
  await chmod(folder, 0o755);
  await mkdir(join(folder, "native/lib"), { recursive: true });
  await writeFile(join(folder, "native/lib/libx.so.6.18"), "");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("library links are made, also by many at once, and a wrong one is put right", async () => {
  await symlink("libx.so.5", join(folder, "native/lib/libx.so.6"));
  const results = await Promise.all(Array.from({ length: 10 }, () => linkLibraries(folder, LINKS, folder)));
  expect(results).toEqual(Array.from({ length: 10 }, () => ({})));
  expect(await readlink(join(folder, "native/lib/libx.so.6"))).toBe("libx.so.6.18");
});

test.runIf(isRoot)(
  "where the packages belong to someone else, the links stand in the data folder",
  async () => {
    const data = join(folder, "data");
    await mkdir(data);
    await chown(data, NOBODY, NOBODY);
    const binaries = new URL("binaries.ts", import.meta.url).href;
    const script = `import { linkLibraries } from ${JSON.stringify(binaries)};
    console.log(JSON.stringify(await linkLibraries(...JSON.parse(process.argv[1]))));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "-e", script, JSON.stringify([folder, LINKS, data])],
      { uid: NOBODY, gid: NOBODY, cwd: "/" },
    );
    expect(JSON.parse(stdout)).toEqual({ LD_LIBRARY_PATH: join(data, "postgres-libraries") });
    expect(await readlink(join(data, "postgres-libraries/libx.so.6"))).toBe(
      join(folder, "native/lib/libx.so.6.18"),
    );
  },
);

test("the socket's folder is private, the same each time, and short", async () => {
  const deep = `/srv/${"long/".repeat(40)}`;
  const first = await makeSocketFolder(deep, me, { XDG_RUNTIME_DIR: folder });
  expect(first).toMatch(new RegExp(`^${folder}/cairn-[0-9a-f]{16}$`));
  expect((await stat(first)).mode & 0o777).toBe(0o700);
  expect(await makeSocketFolder(deep, me, { XDG_RUNTIME_DIR: folder })).toBe(first);
  expect(await makeSocketFolder("/srv/other", me, { XDG_RUNTIME_DIR: folder })).not.toBe(first);
});

test("a runtime folder whose path is too long or that does not exist is passed over", async () => {
  const long = join(folder, "x".repeat(100));
  await mkdir(long);
  const made = await makeSocketFolder(folder, me, { XDG_RUNTIME_DIR: long });
  expect(made.startsWith(tmpdir())).toBe(true);
  expect(await makeSocketFolder(folder, me, { XDG_RUNTIME_DIR: join(folder, "absent") })).toBe(made);
  await rm(made, { recursive: true });
});

test("a folder that others may enter, or that someone else made, is not used", async () => {
  const ours = await makeSocketFolder(folder, me, { XDG_RUNTIME_DIR: folder });
  await chmod(ours, 0o777);
  const instead = await makeSocketFolder(folder, me, { XDG_RUNTIME_DIR: folder });
  expect(instead.startsWith(`${tmpdir()}/cairn-`)).toBe(true);
  await rm(instead, { recursive: true });
});

test("the first folder that a user may not pass through is named", async () => {
  const inner = join(folder, "closed/inner");
  await mkdir(inner, { recursive: true });
  await chmod(join(folder, "closed"), 0o700);
  expect(await barrierOnPath(inner, { uid: 12_345, gid: 12_345 })).toBe(join(folder, "closed"));
  await chmod(join(folder, "closed"), 0o711);
  expect(await barrierOnPath(inner, { uid: 12_345, gid: 12_345 })).toBeUndefined();
});
