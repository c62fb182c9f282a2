import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterEach, expect, inject, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { createTestDatabase, inDatabase } from "#testing/test-database.ts";
import { openDatabase } from "./client.ts";
import { type Connections, EMBEDDED } from "./connections.ts";
import { migrate } from "./migrate.ts";
import { applyAccess, RoleError } from "./roles.ts";

const cluster = inject("cluster");
const made: { database: string; role: string }[] = [];

async function asAdmin(statements: string[], database = "postgres"): Promise<void> {
  const client = new pg.Client(inDatabase(cluster, database));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** A database that one plain role owns and serves, as hosted databases often are. */
async function oneRole(attributes = ""): Promise<Connections & { database: string }> {
  const database = `cairn_test_${randomBytes(6).toString("hex")}`;
  const role = `one_${randomBytes(4).toString("hex")}`;
  made.push({ database, role });
  await asAdmin([
    `CREATE ROLE ${role} LOGIN PASSWORD 'x' ${attributes}`,
    `CREATE DATABASE ${database} OWNER ${role}`,
  ]);
  const config = as(role, "x", database);
  return { app: config, owner: config, mode: "single", database };
}

function as(user: string, password: string, database: string): pg.ClientConfig {
  if (!cluster.outside) return { ...cluster.admin, user, database };
  const url = new URL(cluster.outside);
  Object.assign(url, { username: user, password, pathname: `/${database}` });
  return { connectionString: url.href };
}

afterEach(async () => {
  for (const { database, role } of made.splice(0)) {
    await asAdmin([`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, `DROP ROLE IF EXISTS ${role}`]);
  }
});

test("with one address, forced row-level security keeps users apart, and the server's own functions still see all", async () => {
  const connections = await oneRole();
  await migrate(connections);
  const db = openDatabase(connections, () => {});
  const [ann, bob] = [uuidV7(), uuidV7()];
  for (const user of [ann, bob]) {
    await db.withUser(user, (tx) =>
      tx.query("INSERT INTO notes_v2 (id, user_id, title, doc_seq) VALUES ($1, $2, 'aardvark', 1)", [
        uuidV7(),
        user,
      ]),
    );
    // As derivation does.
    await db.withUser(user, (tx) => tx.query("UPDATE notes_v2 SET text = ''"));
  }
  const titles = (user: string) => db.withUser(user, (tx) => tx.query("SELECT user_id FROM notes_v2"));
  expect(await titles(ann)).toEqual([{ user_id: ann }]);
  expect(await titles(uuidV7())).toEqual([]);
  const found = (user: string) =>
    db.withUser(user, (tx) =>
      tx.query("SELECT * FROM search_notes(ARRAY['aardvark'], '{}', '{}', 10, '{}')"),
    );
  expect(await found(ann)).toHaveLength(1);
  const due = await db.asSystem("test", (tx) => tx.call("notesToDerive", 10));
  expect(due).toHaveLength(2);
  expect(await titles(uuidV7())).toEqual([]);
  await db.close();
});

test("a role that ignores row-level security is refused, and told how to be made right", async () => {
  const connections = await oneRole("BYPASSRLS");
  const refusal = migrate(connections);
  await expect(refusal).rejects.toBeInstanceOf(RoleError);
  await expect(refusal).rejects.toThrow(/ignores row-level security.*NOSUPERUSER NOBYPASSRLS/);
});

test("a table whose protection was switched off by hand stops the start", async () => {
  const connections = await oneRole();
  await migrate(connections);
  await asAdmin(["ALTER TABLE folders DISABLE ROW LEVEL SECURITY"], connections.database);
  await expect(migrate(connections)).rejects.toThrow(/does not protect public\.folders/);
});

test("eight nodes that start at once migrate one after another, and all succeed", async () => {
  const connections = await oneRole();
  await Promise.all(Array.from({ length: 8 }, () => migrate(connections)));
  const db = openDatabase(connections, () => {});
  expect(await db.asSystem("test", (tx) => tx.call("counts"))).toEqual([{ users: 0, notes: 0, updates: 0 }]);
  await db.close();
});

test("applying access again changes nothing and breaks nothing", async () => {
  const connections = await oneRole();
  await migrate(connections);
  const owner = new pg.Client(connections.owner);
  await owner.connect();
  await applyAccess(owner, "unused", "single");
  await owner.end();
  await migrate(connections);
});

test("a node that starts takes no rights from those that serve", async () => {
  const { connections, drop } = await createTestDatabase();
  const owner = new pg.Client(connections.owner);
  await owner.connect();
  const db = openDatabase(connections, () => {});
  let isStarting = true;
  const serve = async () => {
    while (isStarting) await db.withUser(uuidV7(), (tx) => tx.query("SELECT 1 FROM notes_v2 LIMIT 1"));
  };
  const serving = Promise.all([serve(), serve(), serve()]);
  try {
    for (let node = 0; node < 10; node++) await applyAccess(owner, EMBEDDED.appRole, "separate");
  } finally {
    isStarting = false;
  }
  await serving;
  await owner.end();
  await db.close();
  await drop();
});

test("options that the operator puts into the address stand beside ours, not in their place", async () => {
  const connections = await oneRole();
  await migrate(connections);
  const { host, port, user, connectionString } = connections.app;
  const base = connectionString
    ? new URL(connectionString)
    : new URL(`postgres://${user}@localhost/${connections.database}`);
  if (!connectionString) {
    base.searchParams.set("host", String(host));
    base.searchParams.set("port", String(port));
  }
  base.searchParams.set("options", "-c work_mem=5MB");
  const db = openDatabase({ ...connections, app: { connectionString: base.href } }, () => {});
  const { rows } = await db.authPool.query<{ mine: string; ours: string }>(
    "SELECT current_setting('work_mem') AS mine, current_setting('app.auth') AS ours",
  );
  expect(rows).toEqual([{ mine: "5MB", ours: "on" }]);
  await db.close();
});
