import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { imported, planned, zipOf } from "#testing/import-files.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { keepFile } from "./apply/keep-file.ts";

const MB = 1024 * 1024;
let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp({
    MAX_IMAGE_BYTES: String(MB),
    MAX_FILE_BYTES: String(2 * MB),
    MAX_VIDEO_BYTES: String(2 * MB),
  });
  ann = await app.aUser();
});
afterAll(() => app.close());

/** A picture of so many bytes: what stands behind its end is nobody's to look at. */
async function aPicture(bytes: number): Promise<Buffer> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  return Buffer.concat([picture, Buffer.alloc(Math.max(0, bytes - picture.length))]);
}

/** An export of Cairn that holds these files and a note that shows none of them. */
async function anExport(files: Record<string, Uint8Array>): Promise<Buffer> {
  const rows = Object.keys(files).map((name) => ({ id: uuidV7(), name, bucket: "notes-attachments" }));
  const paths = Object.fromEntries(rows.map(({ id, name }) => [id, `_files/${name}`]));
  const stored = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`_files/${name}`, bytes]));
  return zipOf({
    "_cairn/manifest.json": JSON.stringify({ app: "Cairn", version: 1, files: paths }),
    "_rows/public.files.jsonl": rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    ...stored,
  });
}

test(
  "files of our own export obey the limits that files of every import obey",
  { timeout: 180_000 },
  async () => {
    const files = {
      "large.png": await aPicture(1.1 * MB),
      "small.png": await aPicture(1000),
      "large.bin": Buffer.alloc(2.1 * MB, 7),
      "small.bin": Buffer.alloc(1.1 * MB, 7),
    };
    const plan = await planned(ann, [{ path: "export.zip", bytes: await anExport(files) }]);
    expect(plan).toMatchObject({ status: "ready", format: "cairn", plan: { files: 2, skipped: 2 } });
    const { items } = await ann.client.imports.items({ importId: plan.id, only: "remarks" });
    expect(items.map(({ path, reason }) => [path, reason]).sort()).toEqual([
      ["large.bin", "larger than 2 MB"],
      ["large.png", "larger than 1 MB"],
    ]);
    // The same of a folder of Markdown.
    const folder = await imported(ann, [
      {
        path: "md.zip",
        bytes: await zipOf({
          "n.md": "![](large.png) ![](small.png) [l](large.bin) [s](small.bin)",
          ...files,
        }),
      },
    ]);
    expect(folder).toMatchObject({ status: "done", plan: { files: 2 } });
  },
);

test("a manifest that leads out of the export, or to nothing, brings nothing along", async () => {
  const ids = [uuidV7(), uuidV7(), uuidV7()] as const;
  const bytes = await zipOf({
    "_cairn/manifest.json": JSON.stringify({
      app: "Cairn",
      version: 1,
      files: { [ids[0]]: "../../../etc/hostname", [ids[1]]: "_rows" },
    }),
    "_rows/public.files.jsonl": ids.map((id) => `${JSON.stringify({ id, name: `${id}.txt` })}\n`).join(""),
  });
  const plan = await planned(ann, [{ path: "evil.zip", bytes }]);
  expect(plan).toMatchObject({ status: "ready", plan: { files: 0, skipped: 3 } });
});

test("a file is measured again when it is kept, and a picture is kept to the byte", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cairn-keep-"));
  const keep = async (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const id = uuidV7();
    await keepFile(app.services, ann.userId, { id, name, path });
    return id;
  };
  for (const [name, bytes] of [
    ["large.png", await aPicture(1.1 * MB)],
    ["large.bin", Buffer.alloc(2.1 * MB, 1)],
  ] as const)
    await expect(keep(name, bytes)).rejects.toMatchObject({ code: "TOO_LARGE" });
  const picture = await aPicture(900_000);
  const id = await keep("ok.png", picture);
  const original = await ann.request(`/files/${id}/original`);
  expect(Buffer.from(await original.arrayBuffer()).equals(picture)).toBe(true);
  const shown = await ann.request(`/files/${id}`);
  expect(shown.headers.get("content-type")).toBe("image/webp");
  await rm(folder, { recursive: true });
});
