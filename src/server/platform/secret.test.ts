import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSecret } from "./secret.ts";

let dataDir: string;
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), "cairn-secret-"))));
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test("the configured secret wins and nothing is written", async () => {
  expect(await readSecret({ secret: "s".repeat(32), dataDir })).toBe("s".repeat(32));
  expect(await readdir(dataDir)).toEqual([]);
});

test("two first starts agree on one secret, which only the owner can read", async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => readSecret({ dataDir })));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(await readdir(dataDir)).toEqual(["secret"]);
  expect((await stat(join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
  expect(await readSecret({ dataDir })).toBe(secrets[0]);
});

test("a damaged secret is reported, not replaced", async () => {
  await writeFile(join(dataDir, "secret"), "");
  await expect(readSecret({ dataDir })).rejects.toThrow(
    "secret is damaged (0 characters, at least 32 are needed)",
  );
});
