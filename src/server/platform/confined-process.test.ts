import { mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Confinement, startConfined } from "./confined-process.ts";

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "cairn-confined-")));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(source: string, limits: Partial<Confinement> = {}) {
  const script = join(folder, "script.mjs");
  await writeFile(script, source);
  const { child, ended } = startConfined({
    script,
    folder,
    heapMb: 128,
    memoryMb: 1024,
    withinMs: 30_000,
    answersBy: "output",
    ...limits,
  });
  const [said, ending] = await Promise.all([text(child.stdout!), ended]);
  return { said, ...ending };
}

test("what it writes is heard, and its end is its own", async () => {
  expect(await run("process.stdout.write('words')")).toMatchObject({
    said: "words",
    code: 0,
    endedFor: null,
  });
});

test.runIf(process.platform === "linux")(
  "one that takes too much memory beside its heap is ended",
  async () => {
    const hungry =
      "const kept = []; setInterval(() => kept.push(Buffer.alloc(20_000_000, 1)), 20); process.stdout.write('begun')";
    expect(await run(hungry, { memoryMb: 250 })).toMatchObject({ said: "begun", endedFor: "memory" });
  },
  40_000,
);

test("one that takes too much of its heap says so before it dies", async () => {
  const hungry = "const kept = []; for (;;) kept.push({ text: 'x'.repeat(100) + kept.length })";
  const { code, complaint } = await run(hungry, { heapMb: 64 });
  expect(code).not.toBe(0);
  expect(complaint).toMatch(/heap out of memory/i);
}, 40_000);

test("one that takes too long is ended, and one that nobody waits for any more", async () => {
  const idle = "setInterval(() => {}, 1000)";
  expect(await run(idle, { withinMs: 500 })).toMatchObject({ endedFor: "time" });
  expect(await run(idle, { signal: AbortSignal.timeout(300) })).toMatchObject({ endedFor: "asked" });
  expect(await run(idle, { signal: AbortSignal.abort() })).toMatchObject({ endedFor: "asked" });
});

test("it sees one folder, no secrets, no other process and no network", async () => {
  process.env["CAIRN_TEST_SECRET"] = "hidden";
  const server = createServer((_request, response) => response.end("reached"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const curious = `
    import { readFileSync, writeFileSync } from "node:fs";
    import { spawnSync } from "node:child_process";
    const told = {};
    const tell = async (name, ask) => { told[name] = await Promise.resolve().then(ask).then(String, () => "refused"); };
    await tell("secret", () => process.env.CAIRN_TEST_SECRET ?? "none");
    await tell("read", () => readFileSync("/etc/hostname"));
    await tell("write", () => writeFileSync(${JSON.stringify(join(folder, "new"))}, "x"));
    await tell("process", () => spawnSync("true").status);
    await tell("network", async () => (await fetch("${address}")).text());
    process.stdout.write(JSON.stringify(told));
  `;
  const { said } = await run(curious);
  server.close();
  delete process.env["CAIRN_TEST_SECRET"];
  expect(JSON.parse(said)).toEqual({
    secret: "none",
    read: "refused",
    write: "refused",
    process: "refused",
    network: "refused",
  });
  expect(await readdir(folder)).toEqual(["script.mjs"]);
});
