import type { Page } from "@playwright/test";
import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { liveAddress, messageType, noteAddress, SYNC_PATH } from "#contract/wire/socket.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import {
  aNote,
  aPicture,
  expect,
  openEditor,
  type Person,
  test,
  typeAtEnd,
  waitForSaved,
} from "./fixtures.ts";

const PERMISSION_DENIED = 1;

/** A note with everything a stranger could reach for. */
async function aSecret(owner: Person, url: string) {
  const upload = await owner.context.request.post(`${url}/api/files/upload?name=photo.jpg`, {
    headers: { origin: url, "content-type": "image/jpeg" },
    data: await aPicture(),
  });
  const file = (await upload.json()) as { url: string };
  const folder = await owner.api<{ id: string }>("POST", "/api/folders", { name: "SECRET-FOLDER" });
  const text = `A zygodactyl secret. ![photo](${file.url})`;
  const noteId = await aNote(owner, { title: "SECRET-TITLE", text });
  await owner.api("PATCH", `/api/notes/${noteId}`, { tags: ["hush"], folderId: folder.id });
  return { noteId, folderId: folder.id, fileUrl: file.url };
}

test("a stranger opens nothing by address and finds nothing", async ({ aPerson, server }) => {
  const ann = await aPerson("Ann");
  const { page } = await aPerson("Mallory");
  const { noteId, folderId } = await aSecret(ann, server.url);
  await openEditor(ann.page, noteId);
  await expect(ann.page.getByRole("img", { name: "photo" })).toBeVisible();
  for (const path of [`/app/editor/${noteId}`, `/app/notes?note=${noteId}`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Note not found" }), path).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Note text" })).toHaveCount(0);
  }
  await page.goto(`/app/folders/${folderId}`);
  await expect(page.getByRole("heading", { name: "Folder not found", level: 1 })).toBeVisible();
  for (const query of ["zygodact", "SECRET-TITLE", "tag:hush", "photo"]) {
    await page.goto(`/app/explorer?q=${encodeURIComponent(query)}`);
    await expect(page.getByRole("heading", { name: "No matching notes" }), query).toBeVisible();
  }
  await page.goto("/app/explorer?tag=hush");
  await expect(page.getByRole("heading", { name: "No notes match these filters" })).toBeVisible();
  await expect(page.getByText(/SECRET|zygodactyl/)).toHaveCount(0);
});

test("a stranger's requests are answered as if nothing were there, a visitor's with 401", async ({
  aPerson,
  browser,
  server,
}) => {
  const ann = await aPerson("Ann");
  const mallory = await aPerson("Mallory");
  const { noteId, folderId, fileUrl } = await aSecret(ann, server.url);
  const visitor = await browser.newPage({ baseURL: server.url });
  await visitor.goto("/auth/login");
  await mallory.page.goto("/app/dashboard");
  const attempts: [method: string, path: string, body?: unknown][] = [
    ["GET", `/api/notes/${noteId}`],
    ["GET", `/api/notes/${noteId}/body?format=text`],
    ["PUT", `/api/notes/${noteId}/body`, { body: { format: "text", text: "mine" }, baseSeq: 1 }],
    ["PATCH", `/api/notes/${noteId}`, { title: "mine" }],
    ["DELETE", `/api/notes/${noteId}`],
    ["PATCH", `/api/folders/${folderId}`, { name: "mine" }],
    ["GET", fileUrl],
    ["GET", `${fileUrl}/original`],
    ["GET", `/api${fileUrl}`],
  ];
  for (const [method, path, body] of attempts) {
    expect(await statusOf(mallory.page, method, path, body), `${method} ${path}`).toBe(404);
    expect(await statusOf(visitor, method, path, body), `${method} ${path}`).toBe(401);
  }
  const { title } = await ann.api<{ title: string }>("GET", `/api/notes/${noteId}`);
  expect(title).toBe("SECRET-TITLE");
  await visitor.close();
});

test("a stranger's socket gets no document and no live event of others", async ({
  aPerson,
  browser,
  server,
}) => {
  const ann = await aPerson("Ann");
  const mallory = await aPerson("Mallory");
  const { noteId } = await aSecret(ann, server.url);
  const heard: string[] = [];
  mallory.page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => heard.push(Buffer.from(payload).toString("latin1"))),
  );
  const own = await aNote(mallory, { title: "Mallory's own" });
  await mallory.page.goto("/app/explorer");
  await expect(mallory.page.getByText("Connected", { exact: true })).toBeVisible();

  const answers = await askFor(mallory.page, [noteAddress(noteId), liveAddress(ann.userId)]);
  const refusal = { type: messageType.auth, verdict: PERMISSION_DENIED, reason: "NOT_FOUND" };
  expect(answers.toSorted((a, b) => a.address.localeCompare(b.address))).toEqual([
    { address: liveAddress(ann.userId), ...refusal },
    { address: noteAddress(noteId), ...refusal },
  ]);

  heard.length = 0;
  await openEditor(ann.page, noteId);
  await typeAtEnd(ann.page, "FRESH-SECRET");
  await waitForSaved(ann.page);
  await ann.api("PATCH", `/api/notes/${noteId}`, { title: "SECRET-RENAMED" });
  // Events go out in order: when her own, later one has come, Ann's would have come before it.
  await mallory.api("PATCH", `/api/notes/${own}`, { title: "Renamed by the API" });
  await expect(mallory.page.getByRole("link", { name: "Renamed by the API" })).toBeVisible();
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.filter((frame) => /SECRET/.test(frame) || frame.includes(noteId))).toEqual([]);

  const visitor = await browser.newPage({ baseURL: server.url });
  await visitor.goto("/auth/login");
  await expect(askFor(visitor, [noteAddress(noteId)])).rejects.toThrow("not opened");
  await visitor.close();
});

function statusOf(page: Page, method: string, path: string, body?: unknown): Promise<number> {
  return page.evaluate(
    async ([verb, address, data]) => {
      const response = await fetch(address, {
        method: verb,
        ...(data === null ? {} : { headers: { "content-type": "application/json" }, body: data }),
      });
      return response.status;
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );
}

/** Opens a socket as the page's user and asks for documents; answers all that comes back. */
async function askFor(page: Page, addresses: string[]) {
  const requests = addresses.map((address) => {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, address);
    encoding.writeVarUint(encoder, messageType.auth);
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarString(encoder, JSON.stringify({ schemaVersion: SCHEMA_VERSION, build: "stranger" }));
    return [...encoding.toUint8Array(encoder)];
  });
  const frames = await page.evaluate(
    ({ path, frames: wanted }) =>
      new Promise<number[][]>((resolve, reject) => {
        const received: number[][] = [];
        const socket = new WebSocket(location.origin.replace("http", "ws") + path);
        socket.binaryType = "arraybuffer";
        socket.addEventListener("error", () => reject(new Error("not opened")));
        socket.addEventListener("open", () => wanted.forEach((frame) => socket.send(Uint8Array.from(frame))));
        socket.addEventListener("message", ({ data }: MessageEvent<ArrayBuffer>) => {
          received.push([...new Uint8Array(data)]);
          if (received.length < wanted.length) return;
          socket.close();
          resolve(received);
        });
      }),
    { path: SYNC_PATH, frames: requests },
  );
  return frames.map((frame) => {
    const decoder = decoding.createDecoder(Uint8Array.from(frame));
    return {
      address: decoding.readVarString(decoder),
      type: decoding.readVarUint(decoder),
      verdict: decoding.readVarUint(decoder),
      reason: decoding.readVarString(decoder),
    };
  });
}
