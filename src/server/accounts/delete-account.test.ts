import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { planned } from "#testing/import-files.ts";
import { mailTo } from "#testing/servers/mailbox.ts";
import { seedEveryTable } from "#testing/database/seed-every-table.ts";
import { startTestApp } from "#testing/test-app.ts";
import { tables } from "../db/catalog.ts";

test("of an account that is deleted no row stays in any table, and no file; others keep theirs", async () => {
  const app = await startTestApp();
  const bob = await app.aUser("Bob");
  const ann = await app.aUser("A_nn");
  const note = await ann.client.notes.create({ title: "Mine", body: { format: "markdown", text: "words" } });
  const bobs = await bob.client.notes.create({ title: "His" });
  await app.database.asSuperuser(
    "INSERT INTO note_access (note_id, owner_id, user_id, role) VALUES ($1, $2, $3, 'viewer')",
    [bobs.id, bob.userId, ann.userId],
  );
  await app.services.collab.derivation.deriveNow(note.id, ann.userId);
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  await ann.request("/api/files/upload?name=a.png", { method: "POST", body: new Uint8Array(bytes) });
  await planned(ann, [{ path: "a.md", bytes: "# Not started" }]);
  expect(await readdir(join(app.dataDir, "imports"))).toHaveLength(1);
  await ann.client.accounts.requestPasswordReset({ email: ann.email });

  await seedEveryTable(app.database, { owner: ann.userId, grantee: bob.userId });

  const tracesOf = async (text: string) => {
    const found: Record<string, number> = {};
    for (const name of Object.keys(tables)) {
      const [row] = await app.database.asSuperuser<{ n: number }>(
        `SELECT count(*) AS n FROM ${name} t WHERE strpos(t::text, $1) > 0`,
        [text],
      );
      if (row!.n > 0) found[name] = row!.n;
    }
    return found;
  };
  const owned = Object.entries(tables).filter(([, { owner }]) => owner);
  expect(Object.keys(await tracesOf(ann.userId))).toEqual(
    expect.arrayContaining(owned.map(([name]) => name)),
  );
  await mailTo(app.dataDir, ann.email, "reset-password");

  await ann.client.security.reauthenticate({ password: ann.password });
  await expect(ann.client.security.deleteAccount({ password: "wrong" })).rejects.toEqual(
    expect.objectContaining({ code: "INVALID_CREDENTIALS" }),
  );
  const before = await bob.client.notes.list({});
  // In a pattern her address' underscore would be any letter.
  const similar = `login:account:${ann.email.replace("_", "x")}`;
  await app.database.asSuperuser(
    "INSERT INTO auth.rate_limits (key, count, window_start) VALUES ($1, 9, now())",
    [similar],
  );
  await ann.client.security.deleteAccount({ password: ann.password });

  expect(ann.cookie()).not.toMatch(/(^| )cairn=/);
  expect(await tracesOf(ann.userId)).toEqual({});
  expect(await tracesOf(ann.email)).toEqual({});
  expect(
    await app.database.asSuperuser("SELECT count FROM auth.rate_limits WHERE key = $1", [similar]),
  ).toEqual([{ count: 9 }]);
  const files = await readdir(join(app.dataDir, "files"), { recursive: true, withFileTypes: true });
  expect(files.filter((entry) => entry.isFile())).toEqual([]);
  expect(await readdir(join(app.dataDir, "imports"))).toEqual([]);
  expect(await bob.client.notes.list({})).toEqual(before);
  await mailTo(app.dataDir, ann.email, "was deleted");
  await expect(
    app.visitor().client.accounts.login({ email: ann.email, password: ann.password }),
  ).rejects.toEqual(expect.objectContaining({ code: "INVALID_CREDENTIALS" }));
  // The address is free again.
  await app.visitor().client.accounts.register({ name: uuidV7(), email: ann.email, password: ann.password });
  await app.close();
});
