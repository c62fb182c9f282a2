import { expect, test, vi } from "vitest";
import type { ShareRole } from "#contract/sharing.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { imported } from "#testing/import-files.ts";
import { ann, app, ben, code, startWithAnnAndBen } from "#testing/people/ann-and-ben.ts";
import { openLive } from "#testing/sync-client.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { uploadInParts } from "#testing/upload-file.ts";

startWithAnnAndBen();

const aFile = (person: SignedInVisitor, name: string, text = "words") =>
  uploadInParts(person, name, Buffer.from(text));

/** A project of Ann with a file of hers, shared with Ben. */
async function anOrchard(role: ShareRole = "editor") {
  const { id: projectId, folderId } = await ann.client.projects.create({ title: "Orchard" });
  await ann.client.projects.update({ projectId, isShared: true });
  const shareId = await shareWith(ben, folderId!, role);
  const ofAnn = await aFile(ann, "ann.txt");
  await put(ann, projectId, ofAnn);
  return { projectId, folderId: folderId!, shareId, ofAnn };
}

async function shareWith(person: SignedInVisitor, folderId: string, role: ShareRole): Promise<string> {
  const { shareId } = await ann.client.sharing.shareFolder({ folderId, email: person.email, role });
  await acceptInvitations(person);
  return shareId;
}

const put = (person: SignedInVisitor, projectId: string, ...fileIds: string[]) =>
  person.client.projects.addFiles({ projectId, fileIds });
const takeOut = (person: SignedInVisitor, ...fileIds: string[]) =>
  person.client.projects.removeFiles({ fileIds });
/** Names, with whose they are where that is somebody else. */
const listed = async (person: SignedInVisitor, projectId: string) =>
  (await person.client.files.list({ projectId, sort: "name" })).files.map(
    ({ name, sharedBy, projectId: of }) =>
      [name, sharedBy && `by ${sharedBy.name}`, of === projectId ? null : "elsewhere"]
        .filter(Boolean)
        .join(" "),
  );
const countOf = async (person: SignedInVisitor, projectId: string) =>
  (await person.client.projects.get({ projectId })).fileCount;
const statusOf = async (person: SignedInVisitor, fileId: string) =>
  (await person.request(`/files/${fileId}/original`)).status;

test("an editor puts own files into a shared project, which stay the editor's; all who see it see, count and read them", async () => {
  const { projectId, folderId } = await anOrchard();
  const cleo = await app.aUser("Cleo");
  await shareWith(cleo, folderId, "viewer");
  const [plan, map] = [await aFile(ben, "plan.txt", "dig here"), await aFile(ben, "地図.txt")];
  const usage = (person: SignedInVisitor) => person.client.files.usage().then(({ bytes }) => bytes);
  const [before, ofBen] = [await usage(ann), await usage(ben)];
  await put(ben, projectId, plan, map);
  await put(ben, projectId, plan);
  expect(await listed(ann, projectId)).toEqual(["ann.txt", "plan.txt by Ben", "地図.txt by Ben"]);
  expect(await listed(ben, projectId)).toEqual(["ann.txt by Ann", "plan.txt", "地図.txt"]);
  expect(await listed(cleo, projectId)).toEqual(["ann.txt by Ann", "plan.txt by Ben", "地図.txt by Ben"]);
  for (const person of [ann, ben, cleo]) {
    expect(await countOf(person, projectId)).toBe(3);
    expect(await (await person.request(`/files/${plan}/original`)).text()).toBe("dig here");
    expect((await person.client.files.get({ fileId: plan })).name).toBe("plan.txt");
    // They come in pages, whoever owns them.
    const first = await person.client.files.list({ projectId, sort: "name", limit: 2 });
    const next = await person.client.files.list({
      projectId,
      sort: "name",
      limit: 2,
      cursor: first.nextCursor!,
    });
    expect([...first.files, ...next.files].map(({ name }) => name)).toEqual([
      "ann.txt",
      "plan.txt",
      "地図.txt",
    ]);
  }
  // Stored by the guest alone, and among the files of nobody else.
  expect([await usage(ann), await usage(ben)]).toEqual([before, ofBen]);
  expect((await ann.client.files.list({})).files.map(({ name }) => name)).toEqual(["ann.txt"]);
  expect((await ben.client.files.list({ unused: true })).files).toEqual([]);
  expect((await ben.client.files.uses({ fileId: plan })).project).toEqual({
    id: projectId,
    title: "Orchard",
  });
});

test.each(["viewer", "commenter"] as const)(
  "a guest who is %s puts no file into the project and takes none out",
  async (role) => {
    const { projectId, ofAnn } = await anOrchard(role);
    const own = await aFile(ben, "own.txt");
    expect(await code(put(ben, projectId, own))).toBe("CONFLICT");
    expect(await code(takeOut(ben, ofAnn))).toBe("NOT_FOUND");
    expect(await listed(ann, projectId)).toEqual(["ann.txt"]);
    expect(await listed(ben, projectId)).toEqual(["ann.txt by Ann"]);
    expect(await statusOf(ann, own)).toBe(404);
  },
);

test("a stranger puts nothing into a project, sees nothing of it and takes nothing out", async () => {
  const { projectId, ofAnn } = await anOrchard();
  const eve = await app.aUser("Eve");
  const [ofBen, ofEve] = [await aFile(ben, "ben.txt"), await aFile(eve, "eve.txt")];
  await put(ben, projectId, ofBen);
  expect(await code(put(eve, projectId, ofEve))).toBe("NOT_FOUND");
  expect(await code(takeOut(eve, ofAnn, ofBen))).toBe("NOT_FOUND");
  expect([await listed(eve, projectId), await statusOf(eve, ofBen), await statusOf(eve, ofAnn)]).toEqual([
    [],
    404,
    404,
  ]);
  expect(await listed(ann, projectId)).toEqual(["ann.txt", "ben.txt by Ben"]);
});

test("its owner takes out what a guest put there, a guest the own files alone, and only its owner changes a file", async () => {
  const { projectId, folderId, ofAnn } = await anOrchard();
  const cleo = await app.aUser("Cleo");
  await shareWith(cleo, folderId, "editor");
  const [ofBen, ofCleo] = [await aFile(ben, "ben.txt"), await aFile(cleo, "cleo.txt")];
  await put(ben, projectId, ofBen);
  await put(cleo, projectId, ofCleo);
  // Somebody else's file can be neither put anywhere, nor taken over, nor changed.
  const { id: elsewhere } = await ann.client.projects.create({ title: "Elsewhere" });
  const attempts = [
    put(ann, elsewhere, ofBen),
    put(ben, projectId, ofAnn, ofCleo),
    takeOut(ben, ofAnn, ofCleo),
  ];
  expect(await Promise.all(attempts.map(code))).toEqual(Array(3).fill("NOT_FOUND"));
  const all = ["ann.txt", "ben.txt by Ben", "cleo.txt by Cleo"];
  expect([await listed(ann, projectId), await listed(ann, elsewhere)]).toEqual([all, []]);
  expect(await code(ann.client.files.rename({ fileId: ofBen, name: "mine.txt" }))).toBe("NOT_FOUND");
  expect(await code(ann.client.files.remove({ fileId: ofBen }))).toBe("NOT_FOUND");
  await takeOut(ann, ofBen);
  await takeOut(cleo, ofCleo);
  expect(await listed(ann, projectId)).toEqual(["ann.txt"]);
  expect([await statusOf(ann, ofBen), await statusOf(ben, ofBen), await statusOf(cleo, ofCleo)]).toEqual([
    404, 200, 200,
  ]);
  // In the trash it is in no project; back out of it, in the one it was in. In another one it leaves the first.
  await put(ben, projectId, ofBen);
  await ben.client.files.remove({ fileId: ofBen });
  expect([await listed(ann, projectId), await statusOf(ann, ofBen)]).toEqual([["ann.txt"], 404]);
  await ben.client.files.restore({ fileId: ofBen });
  expect(await listed(ann, projectId)).toEqual(["ann.txt", "ben.txt by Ben"]);
  const { id: own } = await ben.client.projects.create({ title: "Ben's" });
  await put(ben, own, ofBen);
  expect([await listed(ann, projectId), await listed(ben, own)]).toEqual([["ann.txt"], ["ben.txt"]]);
});

test("when a share ends the guest's file is in the project for nobody, stays with the guest, and comes back with the share", async () => {
  const { projectId, folderId, shareId, ofAnn } = await anOrchard();
  const cleo = await app.aUser("Cleo");
  await shareWith(cleo, folderId, "viewer");
  const ofBen = await aFile(ben, "ben.txt");
  await put(ben, projectId, ofBen);
  const seen = async () => [
    await listed(ann, projectId),
    await countOf(ann, projectId),
    await statusOf(ann, ofBen),
    await statusOf(cleo, ofBen),
    await statusOf(ben, ofAnn),
    (await ben.client.files.list({})).files.map(({ name, projectId: of }) => [name, of]),
  ];
  const there = [["ann.txt", "ben.txt by Ben"], 2, 200, 200, 200, [["ben.txt", projectId]]];
  const gone = [["ann.txt"], 1, 404, 404, 404, [["ben.txt", null]]];
  expect(await seen()).toEqual(there);
  await ann.client.sharing.end({ shareId });
  expect(await seen()).toEqual(gone);
  expect([await listed(ben, projectId), (await ben.client.files.uses({ fileId: ofBen })).project]).toEqual([
    [],
    null,
  ]);
  expect(await code(put(ben, projectId, ofBen))).toBe("NOT_FOUND");
  expect(await statusOf(ben, ofBen)).toBe(200);
  // It is in use as before, so that cleaning up takes nothing which the next share would bring back.
  await app.database.asSuperuser(
    "UPDATE files SET created_at = now() - interval '2 days' WHERE user_id = $1",
    [ben.userId],
  );
  expect(await ben.client.files.cleanUp({})).toEqual({ removed: [] });
  await shareWith(ben, folderId, "editor");
  expect(await seen()).toEqual(there);
  // Whoever may only look by now still has the file there, and takes it out.
  await ann.client.projects.update({ projectId, isShared: false });
  expect(await statusOf(ann, ofBen)).toBe(404);
  await ann.client.projects.update({ projectId, isShared: true });
  expect(await statusOf(ann, ofBen)).toBe(200);
  await takeOut(ben, ofBen);
  expect(await listed(ann, projectId)).toEqual(["ann.txt"]);
});

test("a share that ends while a guest puts files into the project leaves none of them readable there", async () => {
  const { projectId, shareId } = await anOrchard();
  const fileIds = await Promise.all(["a", "b", "c", "d"].map((name) => aFile(ben, `${name}.txt`)));
  const puts = fileIds.map((id) => code(put(ben, projectId, id)));
  await ann.client.sharing.end({ shareId });
  const answers = await Promise.all(puts);
  expect(answers.filter((answer) => !["done", "NOT_FOUND"].includes(answer))).toEqual([]);
  expect(await listed(ann, projectId)).toEqual(["ann.txt"]);
  for (const id of fileIds) expect([await statusOf(ann, id), await statusOf(ben, id)]).toEqual([404, 200]);
});

test("a project, its owner or the guest that is deleted leaves no row behind, and a guest's file with the guest", async () => {
  const rows = async (fileId: string) =>
    (await app.database.asSuperuser("SELECT 1 FROM project_files WHERE id = $1", [fileId])).length;
  const { projectId, folderId } = await anOrchard();
  const ofBen = await aFile(ben, "ben.txt");
  await put(ben, projectId, ofBen);
  const { fileIds } = await ann.client.projects.remove({ projectId });
  expect([
    fileIds.includes(ofBen),
    await rows(ofBen),
    await statusOf(ben, ofBen),
    await statusOf(ann, ofBen),
  ]).toEqual([false, 0, 200, 404]);
  const { id: again } = await ann.client.projects.create({ title: "Again", folderId });
  await ann.client.projects.update({ projectId: again, isShared: true });
  const [lost, kept] = [await aFile(ben, "lost.txt"), ofBen];
  await put(ben, again, lost, kept);
  await ben.client.files.remove({ fileId: lost });
  await ben.client.trash.remove({ items: [{ kind: "file", id: lost }] });
  expect([await rows(lost), await listed(ann, again)]).toEqual([0, ["ben.txt by Ben"]]);
  // An account takes its files out of the projects of others, and its own projects away from the files of others.
  const cleo = await app.aUser("Cleo");
  await shareWith(cleo, folderId, "editor");
  const ofCleo = await aFile(cleo, "cleo.txt");
  await put(cleo, again, ofCleo);
  const confirm = (person: SignedInVisitor) =>
    person.client.security.reauthenticate({ password: person.password });
  await confirm(cleo);
  await cleo.client.security.deleteAccount({ password: cleo.password });
  expect([await rows(ofCleo), await listed(ann, again)]).toEqual([0, ["ben.txt by Ben"]]);
  await confirm(ann);
  await ann.client.security.deleteAccount({ password: ann.password });
  expect([await rows(kept), await statusOf(ben, kept)]).toEqual([0, 200]);
});

test("the database lets nobody put a row where they may not, whatever is open", async () => {
  const { projectId, ofAnn } = await anOrchard("viewer");
  const { projectId: editable } = await anOrchard("editor");
  const own = await aFile(ben, "own.txt");
  const insert = (
    open: string,
    values: [file: string, owner: string, project: string, projectOwner: string],
  ) =>
    app.services.db
      .withUser(ben.userId, async (tx) => {
        if (open) await tx.query("SELECT * FROM hold_project($1, 10)", [open]);
        await tx.query(
          "INSERT INTO project_files (id, user_id, project_id, project_owner_id) VALUES ($1, $2, $3, $4)",
          values,
        );
        // Whatever the answer, the next begins as this one did.
        throw new Error("let in");
      })
      .catch((error: Error) => (error.message === "let in" ? "let in" : "refused"));
  expect(await insert("", [own, ben.userId, editable, ann.userId])).toBe("refused");
  expect(await insert(projectId, [own, ben.userId, projectId, ann.userId])).toBe("refused");
  expect(await insert(projectId, [own, ben.userId, editable, ann.userId])).toBe("refused");
  expect(await insert(editable, [own, ben.userId, editable, ben.userId])).toBe("refused");
  expect(await insert(editable, [ofAnn, ben.userId, editable, ann.userId])).toBe("refused");
  expect(await insert(editable, [ofAnn, ann.userId, editable, ann.userId])).toBe("refused");
  expect(await insert(editable, [own, ben.userId, editable, ann.userId])).toBe("let in");
  // Its row is seen and taken away by both sides, and changed by neither of them into somebody else's.
  await put(ben, editable, own);
  const asAnn = (text: string, values: unknown[]) =>
    app.services.db.queryAs(ann.userId, text, values).catch(() => "refused");
  expect(
    await asAnn("UPDATE project_files SET project_id = $2 WHERE id = $1 RETURNING id", [own, projectId]),
  ).toEqual([]);
  expect(await asAnn("SELECT id FROM files WHERE id = $1", [own])).toEqual([]);
  expect(await asAnn("DELETE FROM project_files WHERE id = $1 RETURNING id", [own])).toEqual([{ id: own }]);
});

test("both sides and other guests hear at once of files that a guest puts in, renames, deletes and takes out", async () => {
  const { projectId, folderId } = await anOrchard();
  const [cleo, eve] = [await app.aUser("Cleo"), await app.aUser("Eve")];
  await shareWith(cleo, folderId, "viewer");
  const ofBen = await aFile(ben, "ben.txt");
  const lives = [ann, ben, cleo, eve].map((person) => openLive(app, person, person.userId));
  await Promise.all(lives.map(({ answer }) => answer));
  const heard = () => lives.map(({ events }) => events.filter(({ entity }) => entity === "project").length);
  await put(ben, projectId, ofBen);
  await vi.waitFor(() => expect(heard()).toEqual([1, 1, 1, 0]));
  // Of the file itself its owner's own pages hear.
  await ben.client.files.rename({ fileId: ofBen, name: "soil.txt" });
  await vi.waitFor(() => expect(heard()).toEqual([2, 1, 2, 0]));
  await ben.client.files.remove({ fileId: ofBen });
  await vi.waitFor(() => expect(heard()).toEqual([3, 1, 3, 0]));
  await ben.client.files.restore({ fileId: ofBen });
  await vi.waitFor(() => expect(heard()).toEqual([4, 1, 4, 0]));
  await ben.client.files.removeMany({ fileIds: [ofBen] });
  await vi.waitFor(() => expect(heard()).toEqual([5, 1, 5, 0]));
  await takeOut(ben, ofBen);
  await vi.waitFor(() => expect(heard()).toEqual([6, 2, 6, 0]));
  // Of what is in no project of theirs, nobody hears.
  await ben.client.files.restore({ fileId: ofBen });
  expect(heard()).toEqual([6, 2, 6, 0]);
  for (const live of lives) live.close();
});

test("its owner and other guests hear at once that a guest whose files are there left, or came back", async () => {
  const { projectId, folderId, shareId } = await anOrchard();
  const { id: above } = await ann.client.folders.create({ name: "Garden" });
  const [cleo, eve] = [await app.aUser("Cleo"), await app.aUser("Eve")];
  await ann.client.folders.update({ folderId, parentId: above });
  const fromAbove = await shareWith(cleo, above, "viewer");
  await put(ben, projectId, await aFile(ben, "ben.txt"));
  const lives = [ann, cleo, eve].map((person) => openLive(app, person, person.userId));
  await Promise.all(lives.map(({ answer }) => answer));
  const heard = () => lives.map(({ events }) => events.filter(({ entity }) => entity === "project").length);
  await ann.client.sharing.end({ shareId });
  await vi.waitFor(() => expect(heard()).toEqual([1, 1, 0]));
  expect(await listed(cleo, projectId)).toEqual(["ann.txt by Ann"]);
  await shareWith(ben, folderId, "editor");
  await vi.waitFor(() => expect(heard()).toEqual([2, 2, 0]));
  expect(await listed(ann, projectId)).toEqual(["ann.txt", "ben.txt by Ben"]);
  // By the guest's own hand, too; a share of a folder above brings and takes the project alike.
  await cleo.client.sharing.end({ shareId: fromAbove });
  await vi.waitFor(() => expect(heard()).toEqual([3, 2, 0]));
  for (const live of lives) live.close();
});

test("an export of the project brings what guests put there as long as they share it, and becomes one's own where it is imported", async () => {
  const { projectId, folderId, shareId } = await anOrchard();
  const cleo = await app.aUser("Cleo");
  const share = await shareWith(cleo, folderId, "editor");
  await put(ben, projectId, await aFile(ben, "ben.txt", "dig here"));
  await put(cleo, projectId, await aFile(cleo, "cleo.txt"));
  await aFile(ben, "secret.txt");
  await ann.client.sharing.end({ shareId: share });
  const exported = async () => {
    const response = await ann.request(`/api/export/projects/${projectId}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const bytes = await exported();
  await ann.client.sharing.end({ shareId });
  const without = await exported();
  for (const [zip, wanted] of [
    [bytes, ["ann.txt", "ben.txt"]],
    [without, ["ann.txt"]],
  ] as const) {
    const dana = await app.aUser("Dana");
    await imported(dana, [{ path: "orchard.zip", bytes: zip }], { withSettings: true });
    const [made] = (await dana.client.projects.list()).projects;
    const { files } = await dana.client.files.list({ projectId: made!.id, sort: "name" });
    expect(files.map(({ name, sharedBy }) => [name, sharedBy])).toEqual(wanted.map((name) => [name, null]));
    expect((await dana.client.files.list({})).files).toHaveLength(wanted.length);
    if (files[1])
      expect(await (await dana.request(`/files/${files[1].id}/original`)).text()).toBe("dig here");
  }
  // Of a guest's own account, the guest's files alone.
  const own = Buffer.from(await (await ben.request("/api/export")).arrayBuffer());
  expect(own.includes("ann.txt")).toBe(false);
});

test("a guest has room for so many files in a project of somebody else, and its owner for more", async () => {
  const { projectId } = await anOrchard();
  const ofBen = await aFile(ben, "ben.txt");
  await app.database.asSuperuser(
    `WITH made AS (INSERT INTO files (id, user_id, bucket, path, name, storage_key, type, size)
       SELECT gen_random_uuid(), $1, bucket, path || n, name, storage_key || n, type, size FROM files, generate_series(1, 5000) n WHERE id = $2 RETURNING id)
     INSERT INTO project_files (id, user_id, project_id, project_owner_id) SELECT id, $1, $3, $4 FROM made`,
    [ben.userId, ofBen, projectId, ann.userId],
  );
  expect(await code(put(ben, projectId, ofBen))).toBe("QUOTA_EXCEEDED");
  await put(ann, projectId, await aFile(ann, "more.txt"));
  expect(await countOf(ann, projectId)).toBe(5_002);
});
