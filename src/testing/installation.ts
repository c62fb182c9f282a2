import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import sharp from "sharp";
import type { FileEntry } from "#contract/files.ts";
import type { Connections } from "#server/db/connections.ts";
import { EMBEDDED } from "#server/db/connections.ts";
import { compactNote } from "#server/collab/compact.ts";
import { openNote } from "./sync-client.ts";
import type { SignedInVisitor, TestApp } from "./test-app.ts";
import { inDatabase, rolesOf, type TestDatabase } from "./test-database.ts";

/** A database without any table, as an operator makes it: of the two roles, or of one that does everything. */
export async function anEmptyDatabase(mode: "separate" | "single" = "separate"): Promise<TestDatabase> {
  return createDatabase(mode, "template1");
}

/** Another database with what is in this one (of two roles), to which nobody may be connected. */
export async function aCloneOf(database: TestDatabase): Promise<TestDatabase> {
  const [{ name }] = (await database.asSuperuser<{ name: string }>("SELECT current_database() AS name")) as [
    { name: string },
  ];
  await database.disconnect();
  return createDatabase("separate", name);
}

async function createDatabase(mode: "separate" | "single", template: string): Promise<TestDatabase> {
  const cluster = inject("cluster");
  const name = `cairn_test_${randomBytes(6).toString("hex")}`;
  const role = mode === "single" ? `one_${randomBytes(4).toString("hex")}` : EMBEDDED.ownerRole;
  if (mode === "single") await asAdmin("postgres", `CREATE ROLE ${role} LOGIN PASSWORD 'cairn-test'`);
  await asAdmin("postgres", `CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${role} STRATEGY FILE_COPY`);
  const two = rolesOf(cluster, name);
  return {
    connections: mode === "separate" ? two : singleRole(two.owner, role),
    asSuperuser: (text, values) => asAdmin(name, text, values),
    disconnect: async () => {},
    drop: async () => {
      await asAdmin("postgres", `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      if (mode === "single") await asAdmin("postgres", `DROP ROLE ${role}`);
    },
  };
}

function singleRole(config: pg.ClientConfig, role: string): Connections {
  if (!config.connectionString) {
    const one = { ...config, user: role };
    return { app: one, owner: one, mode: "single" };
  }
  const url = new URL(config.connectionString);
  Object.assign(url, { username: role, password: "cairn-test" });
  return { app: { connectionString: url.href }, owner: { connectionString: url.href }, mode: "single" };
}

async function asAdmin<Row extends object>(
  database: string,
  statement: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client(inDatabase(inject("cluster"), database));
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** What an operator would write into .env to reach these. */
export function addressesOf({ app, owner, mode }: Connections): Record<string, string> {
  const address = ({ connectionString, host, port, user, database }: pg.ClientConfig) => {
    if (connectionString) return connectionString;
    const where = new URLSearchParams({ host: host ?? "", port: String(port), user: user ?? "" });
    return `postgres://localhost/${database}?${where}`;
  };
  return {
    DATABASE_URL: address(app),
    ...(mode === "separate" ? { DATABASE_OWNER_URL: address(owner) } : {}),
  };
}

export type Contents = {
  ann: SignedInVisitor;
  bob: SignedInVisitor;
  noteIds: string[];
  sharedId: string;
  files: { id: string; hash: string; shown: string }[];
};

/** Everything that people make: accounts, folders, notes with bodies and history, tags, trash, pictures, shares. */
export async function fillInstallation(app: TestApp, notes = 12): Promise<Contents> {
  const [ann, bob] = [await app.aUser("Ann"), await app.aUser("Bob")];
  const above = await ann.client.folders.create({ name: "Above \\ tab\t and 'quote'" });
  const below = await ann.client.folders.create({ name: "Below", parentId: above.id });
  const noteIds: string[] = [];
  for (let index = 0; index < notes; index += 1) {
    const { id } = await (index % 4 === 3 ? bob : ann).client.notes.create({
      title: `Note ${index} \\N ä 日本 🎉`,
      tags: ["plain", 'with "quotes", {braces}'],
      folderId: index % 4 === 0 ? below.id : null,
      body: {
        format: "markdown",
        text: `# Note ${index}\n\naardvark${index}\tand **bold**\n\n- [x] \\done\n`,
      },
    });
    noteIds.push(id);
  }
  const sharedId = noteIds[0]!;
  await app.database.asSuperuser(
    "INSERT INTO note_access (note_id, owner_id, user_id, role) VALUES ($1, $2, $3, 'viewer')",
    [sharedId, ann.userId, bob.userId],
  );
  for (const noteId of [sharedId, noteIds[1]!]) {
    const page = openNote(app, ann, noteId);
    await page.synced;
    for (let word = 0; word < 5; word += 1) page.write(`typed ${word}`);
    await page.saved();
    page.close();
    await compactNote(app.services.db, app.services.collab.bodies, { id: noteId, ownerId: ann.userId });
  }
  await ann.client.notes.remove({ noteId: noteIds[2]! });
  const files = [];
  for (const color of ["teal", "red"]) files.push(await upload(ann, color));
  return { ann, bob, noteIds, sharedId, files };
}

async function upload(visitor: SignedInVisitor, color: string) {
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  const answer = await visitor.request(`/api/files/upload?name=${color}.jpg`, {
    method: "POST",
    headers: { "content-type": "image/jpeg" },
    body: new Uint8Array(picture),
  });
  const { id } = (await answer.json()) as FileEntry;
  return { id, hash: sha256(picture), shown: await hashOf(visitor, `/files/${id}`) };
}

export async function hashOf(visitor: Pick<SignedInVisitor, "request">, path: string): Promise<string> {
  const answer = await visitor.request(path);
  return sha256(Buffer.from(await answer.arrayBuffer()));
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
