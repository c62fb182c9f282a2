import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { reencode } from "./pictures/images.ts";

const MB = 1024 * 1024;

let app: TestApp;
let ann: SignedInVisitor;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  folder = await mkdtemp(join(tmpdir(), "cairn-pictures-"));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Few bytes, and as many pixels as are taken; turned, so that it has to be decoded whole. */
async function large(name: string, side: number): Promise<string> {
  const path = join(folder, name);
  await sharp({
    create: { width: side, height: side, channels: 3, background: "teal" },
    limitInputPixels: false,
  })
    .withMetadata({ orientation: 6 })
    .png()
    .toFile(path);
  return path;
}

const residentMb = async (pid: number | string) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8").catch(() => ""))?.[1] ?? 0) /
  1024;

async function decoders(): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)]);
  return stdout
    .split("\n")
    .flatMap((line) => (line.includes("picture-child.ts") ? line.trim().split(" ")[0]! : []));
}

test("a picture of nearly 100 megapixels is decoded outside of the server, whose memory stays as it was", async () => {
  const path = await large("large.png", 9_900);
  const before = await residentMb(process.pid);
  let [most, mostOutside] = [before, 0];
  const watch = setInterval(() => {
    void residentMb(process.pid).then((now) => (most = Math.max(most, now)));
    void decoders().then(async ([pid = ""]) => (mostOutside = Math.max(mostOutside, await residentMb(pid))));
  }, 50);
  const shown = await reencode({ path });
  clearInterval(watch);
  expect(shown).toMatchObject({ width: 2560, height: 2560 });
  expect(mostOutside).toBeGreaterThan(100);
  expect(most - before).toBeLessThan(100);
}, 120_000);

test("a picture of more than 100 megapixels is refused, and the next one is shown", async () => {
  const path = await large("too-large.png", 10_100);
  await expect(reencode({ path })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  expect(await reencode({ path: await large("small.png", 20) })).toMatchObject({ width: 20, height: 20 });
}, 120_000);

test("a decoder that dies takes its picture along and nothing else", async () => {
  const path = await large("interrupted.png", 9_000);
  const lost = reencode({ path }).catch((error: unknown) => error);
  await expect.poll(async () => (await decoders()).length, { timeout: 20_000 }).toBe(1);
  for (const pid of await decoders()) process.kill(Number(pid), "SIGKILL");
  expect(await lost).toMatchObject({ code: "INVALID_INPUT" });
  expect(await reencode({ path: await large("next.png", 30) })).toMatchObject({ width: 30 });
}, 120_000);

test("what the decoder is given of the server's environment is nothing", async () => {
  await reencode({ path: await large("looked-at.png", 10) });
  const [pid = ""] = await decoders();
  const environment = (await readFile(`/proc/${pid}/environ`, "utf8")).split("\0").filter(Boolean);
  expect(environment.map((line) => line.split("=")[0]).filter((name) => name !== "NODE_CHANNEL_FD")).toEqual([
    "NODE_ENV",
    "NODE_CHANNEL_SERIALIZATION_MODE",
  ]);
});

test("a picture is written to the disk as it comes, and of one that breaks off nothing stays", async () => {
  const { hostname, port, host } = new URL(app.url);
  const receiving = join(app.dataDir, "receiving");
  const arrived = async () => (await readdir(receiving).catch(() => [])).length;
  const lines = Array.from({ length: 5 }, () => {
    const line = connect(Number(port), hostname);
    line.on("error", () => {});
    line.write(
      `POST /api/files/upload?name=sea.png HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${app.url}\r\nCookie: ${ann.cookie()}\r\nContent-Type: image/png\r\nContent-Length: ${10 * MB}\r\n\r\n`,
    );
    line.write(Buffer.alloc(9 * MB, 32));
    return line;
  });
  await expect.poll(arrived, { timeout: 20_000 }).toBe(5);
  for (const line of lines) line.destroy();
  await expect.poll(arrived, { timeout: 20_000 }).toBe(0);
  // Sent whole, it is kept, and again nothing is left over.
  const path = join(folder, "whole.png");
  await writeFile(
    path,
    await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
      .png()
      .toBuffer(),
  );
  const sent = await ann.request("/api/files/upload?name=whole.png", {
    method: "POST",
    body: new Uint8Array(await readFile(path)),
  });
  expect([sent.status, await arrived()]).toEqual([201, 0]);
});
