import { createSocket } from "node:dgram";
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Confinement, isOpenToConfined, startConfined } from "./confined-process.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
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
});

test("one that takes too long is ended, and one that nobody waits for any more", async () => {
  const idle = "setInterval(() => {}, 1000)";
  expect(await run(idle, { withinMs: 500 })).toMatchObject({ endedFor: "time" });
  expect(await run(idle, { signal: AbortSignal.timeout(300) })).toMatchObject({ endedFor: "asked" });
  expect(await run(idle, { signal: AbortSignal.abort() })).toMatchObject({ endedFor: "asked" });
});

test("it sees one folder, no secrets, no other process and no network", async () => {
  process.env["CAIRN_TEST_SECRET"] = "hidden";
  const heard: string[] = [];
  const server = createServer((_request, response) => response.end("reached"));
  const names = createSocket("udp4").on("message", () => heard.push("datagram"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  await new Promise<void>((done) => names.bind(0, "127.0.0.1", done));
  const port = (server.address() as AddressInfo).port;
  const curious = `
    import dgram from "node:dgram";
    import dns, { lookup } from "node:dns";
    import { Resolver, resolve4 } from "node:dns/promises";
    import { readFileSync, readdirSync, writeFileSync, symlinkSync } from "node:fs";
    import { createServer, connect } from "node:net";
    import { spawnSync, fork } from "node:child_process";
    import cluster from "node:cluster";
    import { Worker } from "node:worker_threads";
    const told = {};
    const tell = async (name, ask) => { told[name] = await Promise.resolve().then(ask).then(String, () => "refused"); };
    const callback = (ask) => new Promise((done, fail) => ask((error, found) => error ? fail(error) : done(found)));
    await tell("secret", () => process.env.CAIRN_TEST_SECRET ?? "none");
    await tell("read", () => readFileSync("/etc/hostname"));
    await tell("read environment", () => readFileSync("/proc/" + process.ppid + "/environ"));
    for (const name of ["README.md", ".env", ".git/config", "data/secret", "dist/web/index.html"])
      await tell("read " + name, () => readFileSync(${JSON.stringify(ROOT)} + name));
    await tell("list", () => readdirSync(${JSON.stringify(ROOT)}));
    await tell("sibling", () => readFileSync(${JSON.stringify(`${folder}-beside/secret`)}));
    await tell("write", () => writeFileSync(${JSON.stringify(join(folder, "new"))}, "x"));
    await tell("link", () => symlinkSync("/etc", ${JSON.stringify(join(folder, "link"))}));
    await tell("process", () => spawnSync("true").status);
    await tell("fork", () => fork("x.mjs").pid);
    await tell("cluster", () => cluster.fork().id);
    await tell("thread", () => new Worker("", { eval: true }).threadId);
    await tell("kill", () => process.kill(process.ppid, 0));
    await tell("binding", () => process.binding("cares_wrap"));
    await tell("network", async () => (await fetch("http://127.0.0.1:${port}")).text());
    await tell("connect", () => callback((done) => connect(${port}, "127.0.0.1", done)));
    await tell("listen", () => callback((done) => createServer().listen(0, done)));
    await tell("lookup", () => callback((done) => lookup("localhost", done)));
    await tell("names", () => callback((done) => process.getBuiltinModule("dns").resolve("example.com", done)));
    await tell("promised names", () => resolve4("example.com"));
    await tell("resolver", () => {
      const resolver = new Resolver({ timeout: 2000, tries: 1 });
      resolver.setServers(["127.0.0.1:${names.address().port}"]);
      return resolver.resolve4("example.com");
    });
    await tell("service", () => callback((done) => dns.lookupService("127.0.0.1", 22, done)));
    await tell("datagram", () => callback((done) => dgram.createSocket("udp4").send("x", ${names.address().port}, "127.0.0.1", done)));
    process.stdout.write(JSON.stringify(told), () => process.exit());
  `;
  await mkdir(`${folder}-beside`);
  await writeFile(join(`${folder}-beside`, "secret"), "hidden");
  const { said, complaint } = await run(curious);
  server.close();
  names.close();
  await rm(`${folder}-beside`, { recursive: true });
  delete process.env["CAIRN_TEST_SECRET"];
  expect(complaint).toBe("");
  const { secret, ...asked } = JSON.parse(said) as Record<string, string>;
  expect(secret).toBe("none");
  expect(Object.keys(asked)).toHaveLength(26);
  expect(Object.entries(asked).filter(([, answer]) => answer !== "refused")).toEqual([]);
  expect(heard).toEqual([]);
  expect(await readdir(folder)).toEqual(["script.mjs"]);
});

test("what lies in the program is said to be open to it, also through a link", async () => {
  await symlink(join(ROOT, "src"), join(folder, "link"));
  const open = ["src/data", "node_modules/.data", "src"].map((name) => join(ROOT, name));
  expect([...open, join(folder, "link/data")].filter((path) => !isOpenToConfined(path))).toEqual([]);
  const closed = [join(ROOT, "data"), join(ROOT, "src-data"), ROOT, folder, "/var/lib/cairn"];
  expect(closed.filter(isOpenToConfined)).toEqual([]);
  await rm(join(folder, "link"));
});
