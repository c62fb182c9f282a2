import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Note } from "#contract/notes.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.asSuperuser("DELETE FROM auth.rate_limits");
});

const write = (title: string, text: string, more: { tags?: string[]; folderId?: string } = {}) =>
  ann.client.notes.create({ title, body: { format: "markdown", text }, ...more });
const publish = (note: Note, more: Record<string, unknown> = {}) =>
  ann.client.sharing.publish({ noteId: note.id, ...more });
const pathOf = (page: { url: string }) => new URL(page.url).pathname;
const open = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.visitor().request(path, { headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const NO_PAGE = "There is no page here";
/** What is derived of a note (its links) comes seconds after it. */
const derived = (note: Note) => app.services.collab.derivation.deriveNow(note.id, ann.userId);

describe("a published note", () => {
  test("is a page of HTML with its title, its reading time and every block, for whoever has the address", async () => {
    const note = await write(
      "The sea",
      [
        "# Tides\n\nA **bold** word, ==marked== and `code`.",
        "- [x] done\n- [ ] open",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "> [!WARNING] Careful\n> Deep water.",
        "```mermaid\ngraph TD; A-->B\n```",
        "$$\n\\frac{a}{b} % a remark\n$$",
        "[out](https://example.org) and <kbd>K</kbd>",
      ].join("\n\n"),
    );
    const page = await publish(note);
    expect(page).toMatchObject({ noteId: note.id, hasPassword: false, expiresAt: null, isIndexed: false });
    expect(page.slug).toMatch(/^the-sea-[a-z2-9]{8}$/);
    const { status, headers, text } = await open(pathOf(page));
    expect(status).toBe(200);
    for (const part of [
      "<title>The sea</title>",
      "1 min read",
      '<h1 id="section-tides">Tides</h1>',
      "<strong>bold</strong>",
      "<mark>marked</mark>",
      '<input type="checkbox" disabled checked aria-label="Done">',
      '<div class="tableWrapper" role="region" tabindex="0" aria-label="Table"><table>',
      "Careful",
      "graph TD; A--&gt;B",
      "<mfrac>",
      'href="https://example.org" target="_blank" rel="noopener noreferrer nofollow"',
      '<meta property="og:title" content="The sea">',
      '<meta property="og:description" content="Tides A bold word',
      '<meta name="robots" content="noindex, nofollow">',
    ])
      expect(text).toContain(part);
    for (const absent of ["<script", "a remark", " style=", "<kbd>", "data-note-id", ann.email])
      expect(text).not.toContain(absent);
    const policy = headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe/);
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
  });

  test("shows what is written after it was published, also to who kept the page before", async () => {
    const note = await write("Live", "walrus words");
    const path = pathOf(await publish(note));
    const before = await open(path);
    const etag = before.headers.get("etag")!;
    expect(before.headers.get("cache-control")).toBe("no-cache, must-revalidate");
    const same = await open(path, { "if-none-match": etag });
    expect(same.status).toBe(304);
    for (const name of ["content-security-policy", "cache-control", "x-robots-tag"])
      expect(same.headers.get(name)).toBe(before.headers.get(name));
    const { seq } = await ann.client.notes.body({ noteId: note.id });
    await ann.client.notes.replaceBody({
      noteId: note.id,
      baseSeq: seq,
      body: { format: "text", text: "second words" },
    });
    const after = await open(path, { "if-none-match": etag });
    expect([after.status, after.text.includes("second words"), after.text.includes("walrus")]).toEqual([
      200,
      true,
      false,
    ]);
  });

  test("may be listed by search engines where that is asked for", async () => {
    const page = await publish(await write("Indexed", "words"), { isIndexed: true });
    const { headers, text } = await open(pathOf(page));
    expect(headers.get("x-robots-tag")).toBeNull();
    expect(text).toContain(`<link rel="canonical" href="${page.url}">`);
  });

  test("says its owner's name and has a theme and an accent where that is asked for, in the product's own letters", async () => {
    const note = await write("Signed", "words");
    const page = await publish(note);
    const plain = await open(pathOf(page));
    expect(plain.text).not.toContain("Ann");
    expect(plain.text).toContain('<html lang="en">');
    const look = { isSigned: true, theme: "dark", accent: "purple" };
    expect(await publish(note, look)).toMatchObject(look);
    const { text, headers } = await open(pathOf(page));
    expect(text).toContain('By <span class="author" dir="auto">Ann</span>');
    expect(text).toContain('<html lang="en" data-theme="dark" data-accent="purple">');
    expect(headers.get("content-security-policy")).toContain("font-src 'self'");
    // What is not given stays; null takes the accent away.
    expect(await publish(note, { isIndexed: true })).toMatchObject(look);
    expect(await publish(note, { accent: null })).toMatchObject({ ...look, accent: null });
    const [font] = /\/p\/fonts\/[\w-]+\.woff2/.exec(text)!;
    const letters = await app.visitor().request(font);
    expect([letters.status, letters.headers.get("content-type")]).toEqual([200, "font/woff2"]);
    expect(
      Buffer.from(await letters.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe("wOF2");
  });

  test("tells nothing that is not published: not in its page, not in its files", async () => {
    const folder = await ann.client.folders.create({ name: "secretfolder" });
    const hidden = await write("Hidden title", "secretbody", { tags: ["secrettag"] });
    const locked = await write("Locked title", "secretlocked");
    await publish(locked, { password: "secretpassword" });
    const shown = await write("Shown", "open words\n\n> [!private]\n> secretremark");
    const shownPage = await publish(shown);
    const trashed = await write("Trashed", "secrettrash");
    await publish(trashed);
    await ann.client.notes.remove({ noteId: trashed.id });
    const note = await write(
      "Page",
      [
        "---\nsecret: secretmatter\n---",
        "plain [by id](/app/editor/" + hidden.id + ") [own](/app/settings?secretpath=1)",
        "![[Hidden title]]\n\n![[Locked title]]\n\n![[Trashed]]\n\n![[Shown]]",
        "to [[Shown]] and [[Hidden title|there]] <!-- secretcomment -->",
        "> [!PRIVATE]\n> secretcallout",
        "<!-- secretblock -->",
      ].join("\n\n"),
      { tags: ["secrettag"], folderId: folder.id },
    );
    await ann.client.notes.update({ noteId: note.id, category: "secretcategory" });
    await derived(note);
    const { text } = await open(pathOf(await publish(note)));
    expect(text).toContain("open words");
    expect(text).toContain(`<a href="${pathOf(shownPage)}">Shown</a>`);
    expect(text).toContain("there");
    expect(text.match(/This part is not public/g)).toHaveLength(3);
    expect(text).not.toMatch(/secret/i);
    for (const private_ of [hidden.id, locked.id, trashed.id, note.id, ann.userId, ann.email, "/app/"])
      expect(text).not.toContain(private_);
  });

  test("shows its pictures under its own address, and no other file", async () => {
    const upload = async (color: string) => {
      const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: color } })
        .png()
        .toBuffer();
      const response = await ann.request(`/api/files/upload?name=${color}.png`, {
        method: "POST",
        headers: { "content-type": "image/png" },
        body: new Uint8Array(picture),
      });
      return (await response.json()) as { id: string; url: string };
    };
    const [inside, outside] = [await upload("teal"), await upload("red")];
    const note = await write("Pictures", `![sea](${inside.url})`);
    await derived(note);
    const path = pathOf(await publish(note));
    const { text } = await open(path);
    expect(text).toContain(`<img src="${path}/files/${inside.id}" alt="sea">`);
    expect(text).toContain(
      `<meta property="og:image" content="${app.services.config.publicUrl.origin}${path}/files/${inside.id}">`,
    );
    const picture = await app.visitor().request(`${path}/files/${inside.id}`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
    for (const address of [
      `${path}/files/${outside.id}`,
      `/files/${inside.id}`,
      `${path}/files/${inside.id}/other`,
    ])
      expect((await open(address)).status).toBeGreaterThanOrEqual(400);
    // Put away into a part that is not for everybody, it goes with the words there.
    const { seq } = await ann.client.notes.body({ noteId: note.id });
    const body = (text: string) => ({ format: "markdown" as const, text });
    const away = await ann.client.notes.replaceBody({
      noteId: note.id,
      body: body(`> [!private]\n> ![sea](${inside.url})`),
      baseSeq: seq,
    });
    expect((await open(`${path}/files/${inside.id}`)).status).toBe(404);
    await ann.client.notes.replaceBody({
      noteId: note.id,
      body: body(`![sea](${inside.url})`),
      baseSeq: away.seq,
    });
    await vi.waitFor(async () => expect((await open(`${path}/files/${inside.id}`)).status).toBe(200), 10_000);
    await ann.client.files.remove({ fileId: inside.id });
    expect((await open(`${path}/files/${inside.id}`)).status).toBe(404);
  });
});

describe("an end", () => {
  test("revoked, expired, in the trash and never there are one and the same answer, at once", async () => {
    const never = await open("/p/never-was-here");
    expect([never.status, never.text.includes(NO_PAGE)]).toEqual([404, true]);
    const ends: Record<string, (note: Note) => Promise<unknown>> = {
      revoked: (note) => ann.client.sharing.unpublish({ noteId: note.id }),
      expired: () =>
        app.database.asSuperuser(
          "UPDATE note_publications SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL",
        ),
      trashed: (note) => ann.client.notes.remove({ noteId: note.id }),
      erased: async (note) => {
        await ann.client.notes.remove({ noteId: note.id });
        await ann.client.trash.remove({ items: [{ kind: "note", id: note.id }] });
      },
    };
    for (const [how, end] of Object.entries(ends)) {
      const note = await write(how, "words");
      const path = pathOf(await publish(note, { expiresAt: new Date(Date.now() + 60_000).toISOString() }));
      const { status, headers } = await open(path);
      expect([how, status]).toEqual([how, 200]);
      await end(note);
      const gone = await open(path, { "if-none-match": headers.get("etag")! });
      expect([how, gone.status, gone.text]).toEqual([how, 404, never.text]);
      expect(gone.headers.get("cache-control")).toBe("private, no-store");
    }
    for (const path of ["/p/UPPER", "/p/a", "/p/a--b", `/p/${"a".repeat(200)}`, "/p/%00"])
      expect((await open(path)).status).toBeGreaterThanOrEqual(400);
  });

  test("a note that comes back from the trash has its page again, and an old address none", async () => {
    const note = await write("Moves", "words");
    const first = pathOf(await publish(note));
    await ann.client.notes.remove({ noteId: note.id });
    await ann.client.notes.restore({ noteId: note.id });
    expect((await open(first)).status).toBe(200);
    const second = pathOf(await publish(note, { slug: "moved-here" }));
    expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200]);
  });
});

describe("a password", () => {
  const tryPassword = (visitor: ReturnType<TestApp["visitor"]>, path: string, password: string) =>
    visitor.request(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ password }).toString(),
      redirect: "manual",
    });

  test("is asked for, tells nothing before, opens for a browser that knows it until it changes", async () => {
    const note = await write("Private title", "private words");
    const path = pathOf(await publish(note, { password: "open sesame" }));
    const asked = await open(path);
    expect(asked.text).toContain('<input id="password"');
    expect(asked.text).not.toMatch(/private (?:title|words)/i);
    expect(asked.headers.get("cache-control")).toBe("private, no-store");
    const visitor = app.visitor();
    expect(await (await tryPassword(visitor, path, "wrong one")).text()).toContain(
      "That is not the password",
    );
    const opened = await tryPassword(visitor, path, "open sesame");
    expect([opened.status, opened.headers.get("location")]).toEqual([303, path]);
    expect(opened.headers.get("set-cookie")).toMatch(
      new RegExp(`^cairn-page=.+; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=\\d+$`),
    );
    expect(await (await visitor.request(path)).text()).toContain("private words");
    const rows = await app.database.asSuperuser<{ row: string }>(
      "SELECT p::text AS row FROM note_publications p WHERE note_id = $1",
      [note.id],
    );
    expect(rows[0]!.row).not.toContain("sesame");

    await publish(note, { password: "another one" });
    expect(await (await visitor.request(path)).text()).not.toContain("private words");
    await publish(note, { password: null });
    expect((await open(path)).text).toContain("private words");
  });

  test("is not counted as a try by whoever knows it", async () => {
    const note = await write("Read by many", "words");
    const path = pathOf(await publish(note, { password: "open sesame" }));
    for (let tries = 0; tries < 12; tries++)
      expect((await tryPassword(app.visitor(), path, "open sesame")).status).toBe(303);
    const counts = () =>
      app.database.asSuperuser("SELECT key, count FROM auth.rate_limits WHERE key LIKE $1", [
        `page:%${note.id}%`,
      ]);
    expect(await counts()).toEqual([{ key: `page:${note.id}`, count: 0 }]);
    for (let tries = 0; tries < 9; tries++) await tryPassword(app.visitor(), path, "wrong one");
    expect((await tryPassword(app.visitor(), path, "open sesame")).status).toBe(303);
    // What was wrong stays counted for the page, whoever tried it.
    expect(await counts()).toEqual([{ key: `page:${note.id}`, count: 9 }]);
  });

  test("guards the files too, and cannot be tried without end nor from another site", async () => {
    const note = await write("Guarded", "words");
    const path = pathOf(await publish(note, { password: "open sesame" }));
    expect((await open(`${path}/files/${note.id}`)).status).toBe(404);
    const foreign = await app.visitor().request(path, {
      method: "POST",
      headers: { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" },
      body: "password=open+sesame",
    });
    expect(foreign.status).toBe(403);
    for (let tries = 0; tries < 10; tries++) await tryPassword(app.visitor(), path, "wrong one");
    expect((await tryPassword(app.visitor(), path, "open sesame")).status).toBe(429);
  });
});

describe("publishing", () => {
  test("is the owner's alone; nothing is told of foreign notes", async () => {
    const ben = await app.aUser("Ben");
    const note = await write("Ann's", "words");
    await publish(note);
    for (const name of ["publish", "unpublish", "publication"] as const)
      await expect(ben.client.sharing[name]({ noteId: note.id })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    expect(await ben.client.sharing.publications({})).toEqual({ publications: [] });
    expect((await ann.client.sharing.publications({})).publications.map(({ title }) => title)).toContain(
      "Ann's",
    );
  });

  test("keeps what is not given, and says is_public of the note and nothing else", async () => {
    const note = await write("Kept", "words");
    const isPublic = async () =>
      (
        await app.database.asSuperuser<{ is: boolean }>(
          "SELECT is_public AS is FROM notes_v2 WHERE id = $1",
          [note.id],
        )
      )[0]!.is;
    expect(await isPublic()).toBe(false);
    expect((await ann.client.sharing.publication({ noteId: note.id })).publication).toBeNull();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await publish(note, { slug: "kept-page", password: "open sesame", expiresAt, isIndexed: true });
    const changed = await publish(note, { isIndexed: false });
    expect(changed).toMatchObject({ slug: "kept-page", hasPassword: true, expiresAt, isIndexed: false });
    expect((await ann.client.sharing.publication({ noteId: note.id })).publication).toEqual(changed);
    expect([await isPublic(), (await ann.client.notes.get({ noteId: note.id })).isFavorite]).toEqual([
      true,
      false,
    ]);
    await ann.client.sharing.unpublish({ noteId: note.id });
    await ann.client.sharing.unpublish({ noteId: note.id });
    expect(await isPublic()).toBe(false);
    const { activities } = await ann.client.activity.list({ entityId: note.id });
    expect(activities.map(({ type }) => type)).toEqual([
      "note_unpublished",
      "note_published",
      "note_created",
    ]);
  });

  test.each([
    ["a taken address", { slug: "taken-page" }, "CONFLICT"],
    ["a reserved word", { slug: "login" }, "INVALID_INPUT"],
    ["signs that an address cannot show", { slug: "no/slash" }, "INVALID_INPUT"],
    ["two letters", { slug: "ab" }, "INVALID_INPUT"],
    ["a past hour", { expiresAt: "2020-01-01T00:00:00.000Z" }, "INVALID_INPUT"],
    ["a short password", { password: "12345" }, "INVALID_INPUT"],
  ])("refuses %s", async (_what, change, code) => {
    await publish(await write("First", "words"), { slug: "taken-page" }).catch(() => {});
    await expect(publish(await write("Second", "words"), change)).rejects.toMatchObject({ code });
  });

  test("what is typed into a title or a body runs nowhere", async () => {
    const note = await write(
      '"><img src=x onerror=alert(1)>',
      '<img src=x onerror=alert(1)>\n\n[x](javascript:alert(1)) [[a"onclick="b]]',
    );
    const { text } = await open(pathOf(await publish(note)));
    expect(text).not.toMatch(/<img src=x|href="javascript:|onclick="/);
  });
});
