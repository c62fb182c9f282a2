import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressFolder } from "../../../scripts/compress.ts";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

const CODE = "console.log('the same line, many times over');\n".repeat(200);
const SHELL = `<!doctype html><title>Shell</title>${"<p>the same line</p>".repeat(100)}`;
// Too short to be compressed.
const LOOKS = "p{margin:0}";

const PRELOADS = [
  ["/app/notes", "</assets/notes-1.js>; rel=modulepreload"],
  ["/app", "</assets/layout-1.js>; rel=modulepreload"],
];

let app: TestApp;
let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "cairn-pages-"));
  await mkdir(join(webRoot, "assets"));
  await writeFile(join(webRoot, "index.html"), SHELL);
  for (const name of ["main-1.js", "kept-1.js", "gone-1.js"])
    await writeFile(join(webRoot, "assets", name), CODE);
  await writeFile(join(webRoot, "assets/looks-1.css"), LOOKS);
  await mkdir(join(webRoot, ".vite"));
  await writeFile(join(webRoot, ".vite/preloads.json"), JSON.stringify(PRELOADS));
  await compressFolder(webRoot);
  app = await startTestApp({}, webRoot);
});
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true, force: true });
});

type Answer = { status: number | undefined; headers: Record<string, unknown>; bytes: Buffer };

/** Node's own client, because fetch decompresses by itself. */
function get(path: string, accepted: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(app.url + path, { headers: { "accept-encoding": accepted, accept: "text/html" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    })
      .on("error", reject)
      .end();
  });
}

test.each([
  ["/assets/main-1.js", CODE],
  ["/", SHELL],
  ["/app/notes", SHELL],
])("%s goes out as small as the browser takes it, and whole", async (path, content) => {
  const br = await get(path, "gzip, deflate, br");
  expect(br.headers).toMatchObject({
    "content-encoding": "br",
    vary: expect.stringContaining("accept-encoding"),
  });
  expect(brotliDecompressSync(br.bytes).toString()).toBe(content);
  const gz = await get(path, "gzip");
  expect(gz.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gz.bytes).toString()).toBe(content);
  const plain = await get(path, "identity");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.bytes.toString()).toBe(content);
  const refused = await get(path, "br;q=0, identity");
  expect(refused.bytes.toString()).toBe(content);
});

test("scripts and styles say what they are and for how long they stay", async () => {
  const year = "public, max-age=31536000, immutable";
  const code = await get("/assets/main-1.js", "br");
  expect(code.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": year,
    "content-length": String(code.bytes.length),
  });
  const looks = await get("/assets/looks-1.css", "br");
  expect(looks.headers).toMatchObject({ "content-type": "text/css; charset=utf-8", "cache-control": year });
  expect(looks.headers["content-encoding"]).toBeUndefined();
  expect(looks.bytes.toString()).toBe(LOOKS);
});

test("a script is read from the disk once, and one that is gone by then is not found", async () => {
  const first = await get("/assets/kept-1.js", "identity");
  await rm(join(webRoot, "assets/kept-1.js"));
  expect(await get("/assets/kept-1.js", "identity")).toMatchObject({ status: 200, bytes: first.bytes });
  const gone = join(webRoot, "assets/gone-1.js");
  await rm(gone);
  expect((await get("/assets/gone-1.js", "identity")).status).toBe(404);
  await writeFile(gone, CODE);
  expect((await get("/assets/gone-1.js", "identity")).bytes.toString()).toBe(CODE);
});

test("the app's code is named beside its page to whoever is signed in", async () => {
  const ann = await app.aUser();
  const linksOf = async (path: string) =>
    (await ann.request(path, { headers: { accept: "text/html" } })).headers.get("link");
  expect(await linksOf("/app/settings?tab=data")).toBe("</assets/layout-1.js>; rel=modulepreload");
  expect(await linksOf("/app/notes?note=1")).toBe("</assets/notes-1.js>; rel=modulepreload");
  expect(await linksOf("/auth/login")).toBeNull();
  const stranger = { headers: { accept: "text/html" } };
  expect((await fetch(`${app.url}/app/dashboard`, stranger)).headers.get("link")).toBeNull();
  const forged = { headers: { ...stranger.headers, cookie: `${app.services.accounts.cookieName}=made.up` } };
  expect((await fetch(`${app.url}/app/dashboard`, forged)).headers.get("link")).toBeNull();
});

test.each([
  ["/assets/main-1.js", 200],
  ["/assets/main-2.js", 404],
  ["/assets/..%2findex.html", 404],
  // No names of files: answered as any page is.
  ["/assets/", 200],
  ["/assets/%2e%2e/main-1.js/", 200],
])("beside the files of the web part there is nothing: %s", async (path, expected) => {
  const status = await new Promise((resolve, reject) => {
    request(app.url + path, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
  expect(status).toBe(expected);
});
