import { describe, expect, test } from "vitest";
import {
  aDoc,
  ann,
  app,
  connect,
  driveOf,
  google,
  imported,
  soon,
  withDriveApp,
} from "#testing/servers/google/drive-app.ts";
import { type SignedInVisitor, startTestApp } from "#testing/test-app.ts";
import { unpackAll } from "#testing/unpack-all.ts";

withDriveApp();

describe("the connection", () => {
  test("is made by a redirect with a state and a proof of its own, and tells whose account it is", async () => {
    const before = await driveOf(ann).status({});
    expect(before).toMatchObject({ isSetUp: true, canPick: true, connection: null });
    const { url } = await driveOf(ann).connect({});
    const asked = new URL(url).searchParams;
    expect(asked.get("redirect_uri")).toBe(before.redirectUri);
    expect(asked.get("scope")).toBe("https://www.googleapis.com/auth/drive.file");
    expect((await driveOf(ann).finish(await google.allow(url))).connection).toMatchObject({
      email: "ann@gmail.example",
      needsReconnect: false,
    });
  });

  test("nothing is asked of Google until a person does something", async () => {
    const start = google.asked.length;
    const eve = await app.aUser("Eve");
    await driveOf(eve).status({});
    await driveOf(eve).items({});
    await driveOf(eve).connect({});
    expect(google.asked.slice(start)).toEqual([]);
    await connect(ann);
    const connected = google.asked.length;
    await driveOf(ann).status({});
    await driveOf(ann).items({});
    await ann.client.notes.create({ title: "Mine", body: { format: "markdown", text: "Words" } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(google.asked.slice(connected)).toEqual([]);
  });

  test("a state counts once, and in the session that asked for it", async () => {
    const { url } = await driveOf(ann).connect({});
    const back = await google.allow(url);
    const eve = await app.aUser("Eve");
    await expect(driveOf(eve).finish(back)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    // Eve has used it up.
    await expect(driveOf(ann).finish(back)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    const other = app.visitor();
    await other.client.accounts.login({ email: ann.email, password: ann.password });
    const again = await google.allow((await driveOf(ann).connect({})).url);
    await expect(other.client.drive.finish(again)).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    expect((await driveOf(ann).status({})).connection).toBeNull();
  });

  test("no token stands in the database as it is, in an export, or in an answer", async () => {
    await connect(ann);
    await imported((await aDoc(["One"])).id);
    const tokens = [...google.grants, ...google.access.keys()];
    const [row] = await app.database.asSuperuser<{ all: string }>(
      "SELECT to_jsonb(c)::text AS all FROM drive_connections c WHERE user_id = $1",
      [ann.userId],
    );
    await ann.client.security.reauthenticate({ password: ann.password });
    const archive = await unpackAll(Buffer.from(await (await ann.request("/api/export")).arrayBuffer()));
    const exported = [...archive.values()].join();
    expect(exported).toContain("ann@gmail.example");
    const told = JSON.stringify([await driveOf(ann).status({}), await driveOf(ann).items({})]);
    for (const token of tokens) expect(`${row!.all} ${exported} ${told}`).not.toContain(token);
  });

  test("another account neither sees nor uses it", async () => {
    await connect(ann);
    const doc = await aDoc(["Secret of Ann"]);
    const item = await imported(doc.id);
    const eve = await app.aUser("Eve");
    const start = google.asked.length;
    expect(await driveOf(eve).items({})).toEqual({ items: [] });
    expect((await driveOf(eve).status({})).connection).toBeNull();
    const { id: itemId, noteId } = item;
    await expect(driveOf(eve).check({ itemId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(driveOf(eve).forget({ itemId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(driveOf(eve).retry({ itemId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(driveOf(eve).files({ ids: [doc.id] })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(driveOf(eve).import({ ids: [doc.id] })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(driveOf(eve).export({ noteIds: [noteId!] })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(google.asked.slice(start)).toEqual([]);
    const forger = await google.allow((await driveOf(eve).connect({})).url);
    await driveOf(eve).finish(forger);
    await expect(driveOf(eve).export({ noteIds: [noteId!] })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("an access token that ran out is replaced without a word", async () => {
    google.accessSeconds = 1;
    await connect(ann);
    const item = await imported((await aDoc(["One"])).id);
    expect(item.state).toBe("done");
    // One that Google ended early.
    google.accessSeconds = 3_600;
    await driveOf(ann).check({ itemId: item.id });
    google.access.clear();
    expect((await driveOf(ann).check({ itemId: item.id })).isGone).toBe(false);
  });

  test("a permission that was taken back at Google is told, and connecting again mends it", async () => {
    await connect(ann);
    const doc = await aDoc(["One"]);
    google.grants.clear();
    google.access.clear();
    const message = "Google no longer accepts this connection. Connect again.";
    await expect(driveOf(ann).import({ ids: [doc.id] })).rejects.toMatchObject({
      code: "SERVICE_FAILED",
      message,
    });
    expect((await driveOf(ann).status({})).connection?.needsReconnect).toBe(true);
    const start = google.asked.length;
    await expect(driveOf(ann).files({ ids: [doc.id] })).rejects.toMatchObject({ message });
    expect(google.asked.slice(start)).toEqual([]);
    expect((await connect(ann)).connection?.needsReconnect).toBe(false);
    expect((await imported(doc.id)).state).toBe("done");
  });

  test("another Google account takes the place of the first, whose permission is revoked", async () => {
    await connect(ann);
    const first = [...google.grants].at(-1)!;
    google.account.email = "other@gmail.example";
    expect((await connect(ann)).connection?.email).toBe("other@gmail.example");
    google.account.email = "ann@gmail.example";
    expect(google.grants.has(first)).toBe(false);
    const second = [...google.grants].at(-1)!;
    google.account.email = "other@gmail.example";
    await connect(ann);
    google.account.email = "ann@gmail.example";
    expect(google.grants.has(second)).toBe(true);
  });

  test("disconnecting revokes the permission at Google and forgets the tokens", async () => {
    await connect(ann);
    const [mine] = [...google.grants].slice(-1);
    expect(await driveOf(ann).disconnect({})).toEqual({ isRevoked: true });
    expect(google.grants.has(mine!)).toBe(false);
    expect((await driveOf(ann).status({})).connection).toBeNull();
    const rows = await app.database.asSuperuser("SELECT 1 FROM drive_connections WHERE user_id = $1", [
      ann.userId,
    ]);
    expect(rows).toEqual([]);
  });

  test("disconnecting forgets the tokens also while Google is away, and says so", async () => {
    await connect(ann);
    google.troubles.push({ on: /^POST \/revoke/, status: 500 });
    expect(await driveOf(ann).disconnect({})).toEqual({ isRevoked: false });
    expect((await driveOf(ann).status({})).connection).toBeNull();
  });

  test("deleting the account revokes the permission", async () => {
    const eve = await app.aUser("Eve");
    await connect(eve);
    const [hers] = [...google.grants].slice(-1);
    await eve.client.security.reauthenticate({ password: eve.password });
    await eve.client.security.deleteAccount({ password: eve.password });
    await soon(async () => google.grants.has(hers!)).toBe(false);
  });

  test("without a client of the operator nothing can be connected", async () => {
    const bare = await startTestApp();
    const eve = await bare.aUser("Eve");
    expect(await driveOf(eve).status({})).toMatchObject({ isSetUp: false, canPick: false, connection: null });
    await expect(driveOf(eve).connect({})).rejects.toMatchObject({ code: "SWITCHED_OFF" });
    await bare.close();
  });
});

describe("the page of Google's picker", () => {
  const open = (person: SignedInVisitor, headers: Record<string, string> = {}) =>
    person.request("/api/drive/picker", {
      redirect: "manual",
      headers: { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin", ...headers },
    });

  test("has a policy of its own, which lets the script of Google's reach nothing of ours", async () => {
    await connect(ann);
    const answer = await open(ann);
    expect(answer.status).toBe(200);
    const policy = answer.headers.get("content-security-policy")!;
    expect(policy).toContain(`script-src 'self' http://127.0.0.1:${google.port};`);
    expect(/connect-src ([^;]+)/.exec(policy)![1]).not.toContain("'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const page = await answer.text();
    expect([...google.access.keys()].some((token) => page.includes(`data-token="${token}"`))).toBe(true);
    expect(page).not.toContain([...google.grants].at(-1));
    const program = await ann.request("/api/drive/picker/program.js");
    expect(program.headers.get("content-type")).toContain("javascript");
  });

  test("is handed to nobody who isn't signed in and connected, nor to other sites and scripts", async () => {
    const stranger = app.visitor();
    expect((await stranger.request("/api/drive/picker")).status).toBe(401);
    expect((await open(ann)).headers.get("location")).toBe("/app/drive");
    await connect(ann);
    expect((await open(ann, { "sec-fetch-site": "cross-site" })).status).toBe(302);
    expect((await open(ann, { "sec-fetch-dest": "iframe" })).status).toBe(302);
    expect((await open(ann, { "sec-fetch-dest": "empty" })).status).toBe(302);
  });
});
