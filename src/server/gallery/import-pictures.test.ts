import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { imported } from "#testing/import-files.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { uploadPicture } from "#testing/upload-file.ts";
import { importPictures } from "./import-pictures.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function exportOf(person: SignedInVisitor): Promise<Buffer> {
  await person.client.security.reauthenticate({ password: person.password });
  const { url } = await person.client.security.prepareExport({});
  return Buffer.from(await (await person.request(url)).arrayBuffer());
}

test("a gallery moves with its account, private, and an import that is undone takes it back", async () => {
  const ann = await app.aUser("Ann");
  const first = await ann.client.gallery.add({ fileId: await uploadPicture(ann, "sea.png"), title: "Sea" });
  await ann.client.gallery.update({
    pictureId: first.id,
    isPublic: true,
    tags: ["blue"],
    description: "Words",
  });
  await ann.client.gallery.add({ fileId: await uploadPicture(ann, "hill.png") });
  const gone = await ann.client.gallery.add({ fileId: await uploadPicture(ann, "gone.png"), title: "Gone" });
  await ann.client.gallery.remove({ pictureIds: [gone.id] });

  const bob = await app.aUser("Bob");
  const done = await imported(bob, [{ path: "cairn-export.zip", bytes: await exportOf(ann) }]);
  expect(done.status).toBe("done");
  const { pictures } = await bob.client.gallery.list({});
  expect(pictures).toMatchObject([
    { name: "hill.png", title: "", isPublic: false },
    {
      name: "sea.png",
      title: "Sea",
      description: "Words",
      tags: ["blue"],
      isPublic: false,
      publicUrl: null,
      createdAt: first.createdAt,
    },
  ]);
  for (const { url, storagePath } of pictures) {
    expect((await bob.request(url)).status).toBe(200);
    expect(storagePath).toMatch(/^onaib1\//);
  }
  const { items } = await bob.client.trash.list({});
  expect(items.map(({ kind, name }) => [kind, name])).toEqual([["picture", "Gone"]]);
  await bob.client.imports.undo({ importId: done.id });
  expect((await bob.client.gallery.list({})).pictures).toEqual([]);
});

test("rows that an export should not hold make nothing, or what the contract allows", async () => {
  const [cid, dan] = [await app.aUser("Cid"), await app.aUser("Dan")];
  const [fileId, foreign] = [await uploadPicture(cid, "sea.png"), await uploadPicture(dan, "his.png")];
  await importPictures(app.services.db, cid.userId, [
    { id: uuidV7(), file_id: foreign, title: "His" },
    { id: uuidV7(), file_id: null, title: "Nothing" },
    { id: null, file_id: fileId },
    {
      id: uuidV7(),
      file_id: fileId,
      title: "x".repeat(300),
      tags: ["", "y".repeat(200)],
      is_public: true,
      public_token: "chosen",
    },
  ]);
  expect((await cid.client.gallery.list({})).pictures).toMatchObject([
    { fileId, title: "x".repeat(200), tags: ["y".repeat(100)], isPublic: false, publicUrl: null },
  ]);
});
