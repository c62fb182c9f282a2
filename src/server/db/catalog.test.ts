import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidV7 } from "#contract/uuid-v7.ts";
import { columnsOf, seedEveryTable } from "#testing/seed-every-table.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { tables } from "./catalog.ts";
import { type Database, openDatabase } from "./client.ts";

let database: TestDatabase;
let db: Database;
const owner = uuidV7();
const other = uuidV7();
const grantee = uuidV7();

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connections, () => {});
  await seedEveryTable(database, { owner, grantee });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("every table of the database has a class, and every class names a table", async () => {
  const found = await database.asSuperuser<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(tables).toSorted());
});

test("every table but the migrations' own has row-level security switched on", async () => {
  const open = await database.asSuperuser<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'auth') AND NOT c.relrowsecurity`,
  );
  expect(open.filter(({ name }) => tables[name]?.class !== "global")).toEqual([]);
});

test("the application's role is neither superuser nor owner nor exempt from row-level security", async () => {
  const [role] = await db.withUser(owner, (tx) =>
    tx.query<{ exempt: boolean; owned: number }>(
      `SELECT rolsuper OR rolbypassrls AS exempt,
         (SELECT count(*) FROM pg_class WHERE relowner = pg_roles.oid AND relkind = 'r') AS owned FROM pg_roles WHERE rolname = current_user`,
    ),
  );
  expect(role).toEqual({ exempt: false, owned: 0 });
});

test("functions that run as the owner are exactly those of the catalog", async () => {
  const { userFunctions, systemFunctions } = await import("./catalog.ts");
  const found = await database.asSuperuser<{ name: string }>(
    `SELECT p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS name FROM pg_proc p
     JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public' AND p.prosecdef AND p.prorettype <> 'trigger'::regtype`,
  );
  const listed = [...userFunctions, ...Object.values(systemFunctions)].map((name) => name.split("(")[0]);
  expect(found.map(({ name }) => name.split("(")[0]).toSorted()).toEqual(listed.toSorted());
});

const ofClass = (...classes: string[]) =>
  Object.entries(tables).filter(([, entry]) => classes.includes(entry.class));

describe.each(ofClass("user", "shared"))("%s", (name, { owner: column }) => {
  const count = async (userId: string) => {
    const [row] = await db.withUser(userId, (tx) =>
      tx.query<{ n: number }>(`SELECT count(*) AS n FROM ${name}`),
    );
    return row!.n;
  };
  const attempt = async (userId: string, statement: string, values: unknown[] = []) => {
    try {
      return (await db.withUser(userId, (tx) => tx.query(statement, values))).length;
    } catch {
      return "refused";
    }
  };

  test("its owner sees the row", async () => {
    expect(await count(owner)).toBe(1);
  });

  test("somebody else sees nothing", async () => {
    expect(await count(other)).toBe(0);
  });

  test("nobody signed in sees nothing", async () => {
    const rows = await db.asPublic("", (tx) => tx.query(`SELECT 1 FROM ${name}`));
    expect(rows).toEqual([]);
  });

  test("nobody signed in changes, deletes and makes nothing", async () => {
    const columns = (await columnsOf(database, name)).map(({ name: of }) => `"${of}"`).join(", ");
    for (const statement of [
      `UPDATE ${name} SET "${column}" = "${column}" RETURNING 1`,
      `DELETE FROM ${name} RETURNING 1`,
      `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${name} RETURNING 1`,
    ]) {
      const rows = await db.asPublic("", (tx) => tx.query(statement)).catch(() => []);
      expect(rows).toEqual([]);
    }
    expect(await count(owner)).toBe(1);
  });

  test("somebody else changes and deletes nothing", async () => {
    expect(await attempt(other, `UPDATE ${name} SET "${column}" = "${column}" RETURNING 1`)).toBe(0);
    expect(await attempt(other, `DELETE FROM ${name} RETURNING 1`)).toBe(0);
    expect(await count(owner)).toBe(1);
  });

  test("somebody else cannot put a row under the owner's name", async () => {
    const columns = (await columnsOf(database, name)).map(({ name: of }) => `"${of}"`).join(", ");
    const copy = await database.asSuperuser<Record<string, unknown>>(
      `SELECT ${columns} FROM ${name} LIMIT 1`,
    );
    const keys = Object.keys(copy[0]!);
    const values = keys.map((key) =>
      key === "id" && name !== "public.user_profiles" ? uuidV7() : copy[0]![key],
    );
    const places = keys.map((_, index) => `$${index + 1}`).join(", ");
    const names = keys.map((key) => `"${key}"`).join(", ");
    expect(
      await attempt(other, `INSERT INTO ${name} (${names}) VALUES (${places}) RETURNING 1`, values),
    ).toBe("refused");
  });

  test("its owner cannot give it away to somebody else", async () => {
    expect(await attempt(owner, `UPDATE ${name} SET "${column}" = $1 RETURNING 1`, [other])).toBe("refused");
  });
});

describe.each(ofClass("auth"))("%s", (name) => {
  test("is invisible to requests, and open to sign-in", async () => {
    const rows = await db.withUser(owner, (tx) => tx.query(`SELECT 1 FROM ${name}`));
    expect(rows).toEqual([]);
    expect((await db.authPool.query(`SELECT 1 FROM ${name}`)).rowCount).toBe(1);
  });

  test("takes no writes from requests", async () => {
    await expect(db.withUser(owner, (tx) => tx.query(`DELETE FROM ${name} RETURNING 1`))).resolves.toEqual(
      [],
    );
    expect((await db.authPool.query(`SELECT 1 FROM ${name}`)).rowCount).toBe(1);
  });
});

describe.each(ofClass("internal"))("%s", (name) => {
  test.each(["SELECT 1 FROM", "DELETE FROM"])("refuses %s", async (verb) => {
    await expect(db.withUser(owner, (tx) => tx.query(`${verb} ${name}`))).rejects.toThrow(
      /permission denied/,
    );
  });
});

test("search looks at the current user's notes only, whatever it is asked", async () => {
  // Both write the same word, so that neither's vocabulary keeps the other's notes apart.
  const [mine, theirs, stranger] = [uuidV7(), uuidV7(), uuidV7()];
  for (const [id, user] of [
    [mine, owner],
    [theirs, other],
  ])
    await database.asSuperuser(
      "INSERT INTO notes_v2 (id, user_id, title, tags, text) VALUES ($1, $2, 'aardvark', '{zoo}', 'the aardvark sleeps')",
      [id, user],
    );
  for (const words of ["'aardvark'", "'ardva'", "'aardvrak'", "'aardvark', '->'", ""])
    for (const phrases of ["", "'aardvark sleeps'"])
      for (const [tags, filter] of [
        ["", "{}"],
        ["'zoo'", "{}"],
        ["'zoo'", '{"notWords": ["bear"], "before": "9999-01-01"}'],
      ] as const) {
        const call = async (userId: string) =>
          (
            await db.withUser(userId, (tx) =>
              tx.query<{ note_id: string }>(
                `SELECT note_id FROM search_notes(ARRAY[${words}]::text[], ARRAY[${phrases}]::text[], ARRAY[${tags}]::text[], 1000, '${filter}')`,
              ),
            )
          ).map((row) => row.note_id);
        for (const [user, own] of [
          [owner, mine],
          [other, theirs],
        ] as const)
          for (const found of await call(user)) expect(found).toBe(own);
        expect(await call(stranger)).toEqual([]);
        if (words === "'aardvark'") expect(await call(owner)).toEqual([mine]);
      }
  await database.asSuperuser("DELETE FROM notes_v2 WHERE id = ANY ($1)", [[mine, theirs]]);
});

test("a viewer named by note_access reads the note and its body, and writes neither", async () => {
  await database.asSuperuser("UPDATE note_access SET role = 'viewer'");
  const read = (table: string) => db.withUser(grantee, (tx) => tx.query(`SELECT 1 FROM ${table}`));
  for (const table of ["notes_v2", "note_updates", "note_snapshots", "note_history", "note_versions"])
    expect(await read(table)).toHaveLength(1);
  await expect(
    db.withUser(grantee, (tx) => tx.query("UPDATE notes_v2 SET title = 'mine' RETURNING 1")),
  ).resolves.toEqual([]);
  await database.asSuperuser("UPDATE note_access SET role = 'editor'");
  await expect(
    db.withUser(grantee, (tx) => tx.query("UPDATE notes_v2 SET title = 'ours' RETURNING 1")),
  ).resolves.toHaveLength(1);
});
