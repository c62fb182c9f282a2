import { expect, test, vi } from "vitest";
import { ann, app, ben, code, startWithAnnAndBen } from "#testing/people/ann-and-ben.ts";
import { imported } from "#testing/import-files.ts";
import { uploadInParts } from "#testing/upload-file.ts";

startWithAnnAndBen();

const aFile = (name: string, person = ann, text = "words") => uploadInParts(person, name, Buffer.from(text));
const aProject = (title = "Orchard") => ann.client.projects.create({ title });
const listed = async (projectId: string, person = ann) =>
  (await person.client.files.list({ projectId, sort: "name" })).files.map(({ name, notes }) =>
    [name, ...(notes ?? []).map(({ title }) => title)].join(" < "),
  );
const countOf = async (projectId: string) => (await ann.client.projects.get({ projectId })).fileCount;
const put = (projectId: string, ...fileIds: string[]) => ann.client.projects.addFiles({ projectId, fileIds });

test("files are put into a project beside those of its notes, move to another, go into the trash and come back, and leave it", async () => {
  const [orchard, garden] = [await aProject(), await aProject("Garden")];
  const [plan, seeds] = [await aFile("plan.txt"), await aFile("種.txt")];
  await ann.client.notes.create({
    title: "Trees",
    folderId: orchard.folderId,
    body: { format: "markdown", text: `[it](/files/${plan}) and [it](/files/${await aFile("bill.txt")})` },
  });
  await put(orchard.id, seeds, plan);
  await put(orchard.id, seeds);
  await vi.waitFor(async () =>
    expect(await listed(orchard.id)).toEqual(["bill.txt < Trees", "plan.txt < Trees", "種.txt"]),
  );
  expect(await countOf(orchard.id)).toBe(3);
  await put(garden.id, seeds);
  expect([await listed(garden.id), await countOf(orchard.id)]).toEqual([["種.txt"], 2]);
  // In the trash it is in none; out of it, in the one it was in.
  await ann.client.files.remove({ fileId: seeds });
  expect([await listed(garden.id), await countOf(garden.id)]).toEqual([[], 0]);
  await ann.client.files.restore({ fileId: seeds });
  expect(await listed(garden.id)).toEqual(["種.txt"]);
  const [entry] = (await ann.client.activity.list({ projectId: garden.id })).activities;
  expect(entry?.type).toBe("file_restored");
  await ann.client.projects.removeFiles({ fileIds: [seeds, plan] });
  expect([await listed(garden.id), await listed(orchard.id)]).toEqual([
    [],
    ["bill.txt < Trees", "plan.txt < Trees"],
  ]);
  expect((await ann.client.files.get({ fileId: seeds })).name).toBe("種.txt");
});

test("a project that is deleted leaves its files, and is made again with them; a file that is erased is in none", async () => {
  const { id: projectId } = await aProject();
  const [kept, erased] = [await aFile("kept.txt"), await aFile("erased.txt")];
  await put(projectId, kept, erased);
  const { fileIds } = await ann.client.projects.remove({ projectId });
  expect(fileIds.toSorted()).toEqual([kept, erased].toSorted());
  const { files } = await ann.client.files.list({});
  expect(files.map((file) => file.projectId)).toEqual([null, null]);
  await ann.client.projects.create({ id: projectId, title: "Orchard" });
  await put(projectId, ...fileIds);
  await ann.client.files.remove({ fileId: erased });
  await ann.client.trash.remove({ items: [{ kind: "file", id: erased }] });
  expect(await listed(projectId)).toEqual(["kept.txt"]);
  expect((await ann.client.projects.remove({ projectId })).fileIds).toEqual([kept]);
});

test("what only a project has is no unused file: it is neither listed as one nor cleaned up", async () => {
  const { id: projectId } = await aProject();
  const [used, unused] = [await aFile("used.txt"), await aFile("unused.txt")];
  await put(projectId, used);
  const names = async (given: boolean) =>
    (await ann.client.files.list({ unused: given })).files.map(({ name }) => name);
  expect([await names(true), await names(false)]).toEqual([["unused.txt"], ["used.txt"]]);
  await app.database.asSuperuser(
    "UPDATE files SET created_at = now() - interval '1 day' WHERE user_id = $1",
    [ann.userId],
  );
  expect(await ann.client.files.cleanUp({})).toEqual({ removed: [unused] });
});

test("nobody puts files into somebody else's project, nor somebody else's files into their own, nor sees where they are", async () => {
  const project = await aProject();
  const secret = await aFile("secret.txt");
  await put(project.id, secret);
  const { id: theirs } = await ben.client.projects.create({ title: "Ben's" });
  const own = await aFile("own.txt", ben);
  const into = (projectId: string, fileId: string) =>
    code(ben.client.projects.addFiles({ projectId, fileIds: [fileId] }));
  expect(await into(project.id, own)).toBe("NOT_FOUND");
  expect(await into(theirs, secret)).toBe("NOT_FOUND");
  expect(await code(ben.client.projects.removeFiles({ fileIds: [secret] }))).toBe("NOT_FOUND");
  // Sent twice, it is done already.
  expect(await code(ben.client.projects.removeFiles({ fileIds: [secret, own] }))).toBe("done");
  expect([await listed(theirs, ben), await listed(project.id, ben)]).toEqual([[], []]);
  expect(await listed(project.id)).toEqual(["secret.txt"]);
  expect(await app.services.db.queryAs(ben.userId, "SELECT id FROM project_files", [])).toEqual([]);
  // The database says no, too, whoever asks it.
  const forged = (id: string, owner: string, projectId: string) =>
    app.services.db
      .queryAs(ben.userId, "INSERT INTO project_files (id, user_id, project_id) VALUES ($1, $2, $3)", [
        id,
        owner,
        projectId,
      ])
      .then(
        () => "done",
        () => "refused",
      );
  expect(await forged(own, ann.userId, project.id)).toBe("refused");
  expect(await forged(own, ben.userId, project.id)).toBe("refused");
  expect(await forged(secret, ben.userId, theirs)).toBe("refused");
});

test("two tabs that put files into two projects at once leave each in one of them", async () => {
  const [one, other] = [await aProject("One"), await aProject("Other")];
  const fileIds = await Promise.all(["a", "b", "c", "d", "e"].map((name) => aFile(`${name}.txt`)));
  await Promise.all(
    [one, other, one, other].map(({ id }, at) => put(id, ...(at % 3 ? fileIds : fileIds.toReversed()))),
  );
  expect([await countOf(one.id), await countOf(other.id)].toSorted()).toEqual([0, 5]);
});

test("an export of a project brings the files put into it, and importing it puts them there", async () => {
  const project = await aProject();
  const [plan, map] = [await aFile("plan.txt", ann, "dig here"), await aFile("map.txt")];
  await put(project.id, plan, map);
  await aFile("secret.txt");
  await ann.client.files.remove({ fileId: map });
  const response = await ann.request(`/api/export/projects/${project.id}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  for (const person of [ben, ann]) {
    const before = new Set((await person.client.projects.list()).projects.map(({ id }) => id));
    await imported(person, [{ path: "orchard.zip", bytes }], { withSettings: true });
    const made = (await person.client.projects.list()).projects.find(({ id }) => !before.has(id))!;
    const { files } = await person.client.files.list({ projectId: made.id });
    expect(files.map(({ name }) => name)).toEqual(["plan.txt"]);
    expect(await (await person.request(`/files/${files[0]!.id}/original`)).text()).toBe("dig here");
  }
  expect((await ben.client.files.list({})).files.map(({ name }) => name)).toEqual(["plan.txt"]);
});
