import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { columnsOf, seedEveryTable } from "#testing/database/seed-every-table.ts";
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
  const { userFunctions, systemFunctions } = await import("./definer-functions.ts");
  const found = await database.asSuperuser<{ name: string }>(
    `SELECT p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS name FROM pg_proc p
     JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public' AND p.prosecdef AND p.prorettype <> 'trigger'::regtype`,
  );
  const listed = [...userFunctions, ...Object.values(systemFunctions)].map((name) => name.split("(")[0]);
  expect(found.map(({ name }) => name.split("(")[0]).toSorted()).toEqual(listed.toSorted());
});

test("functions that run as the owner are executed by no other role than the application's", async () => {
  const open = await database.asSuperuser<{ name: string }>(
    `SELECT p.proname AS name FROM pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
     WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND a.grantee = 0`,
  );
  expect(open).toEqual([]);
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

test("search of what is shared and of files looks at what the reader may see, whatever it is asked", async () => {
  const [shared, kept, attached] = [uuidV7(), uuidV7(), uuidV7()];
  const [sharedFile, keptFile] = [uuidV7(), uuidV7()];
  const run = (statement: string, values: unknown[]) => database.asSuperuser(statement, values);
  for (const [note, file] of [
    [shared, sharedFile],
    [kept, keptFile],
    // A guest may write the address of any file into a note; it leads to nothing but the files of the note's owner.
    [attached, keptFile],
  ]) {
    const user = note === attached ? other : owner;
    await run(
      "INSERT INTO notes_v2 (id, user_id, title, tags, text) VALUES ($1, $2, 'aardvark', '{zoo}', 'the aardvark sleeps')",
      [note, user],
    );
    await run("INSERT INTO note_links (note_id, user_id, kind, target) VALUES ($1, $2, 'file', $3)", [
      note,
      user,
      `/files/${file}`,
    ]);
  }
  for (const file of [sharedFile, keptFile]) {
    await run(
      "INSERT INTO files (id, user_id, bucket, path, name, type, size, storage_key) VALUES ($1::uuid, $2, 'b', 'p', 'f', 'text/plain', 1, $1::text)",
      [file, owner],
    );
    await run(
      "INSERT INTO file_texts (file_id, user_id, text, words) VALUES ($1, $2, 'wombat words', to_tsvector('simple', 'wombat words'))",
      [file, owner],
    );
  }
  for (const note of [shared, attached])
    await run("INSERT INTO note_access (note_id, owner_id, user_id, role) VALUES ($1, $2, $3, 'viewer')", [
      note,
      note === attached ? other : owner,
      grantee,
    ]);
  const call = async (userId: string, from: string) => {
    const rows = await db.withUser(userId, (tx) =>
      tx.query<{ note_id: string }>(`SELECT note_id FROM ${from}`),
    );
    return rows.map((row) => row.note_id).toSorted();
  };
  const ofShared = (words: string, filter = "{}", tags = "") =>
    `search_shared(ARRAY[${words}]::text[], '{}', ARRAY[${tags}]::text[], 1000, '${filter}')`;
  const ofFiles = (words: string, filter = "{}") =>
    `search_attachments(ARRAY[${words}]::text[], '{}', '{}', '{}', 10, 100, 1000, '${filter}')`;
  for (const search of [
    ofShared("'aardvark'"),
    ofShared("'ardva'"),
    ofShared("", '{"is": ["shared"], "before": "9999-01-01"}', "'zoo'"),
  ]) {
    expect(await call(grantee, search)).toEqual([shared, attached].toSorted());
    expect(await call(owner, search)).toEqual([]);
    expect(await call(uuidV7(), search)).toEqual([]);
  }
  for (const hidden of [
    ofShared("'aardvark'", '{"is": ["favorite"]}'),
    ofShared("'aardvark'", '{"folders": []}'),
    ofFiles("'wombat'", '{"is": ["favorite"]}'),
  ])
    expect(await call(grantee, hidden)).toEqual([]);
  expect(await call(grantee, ofFiles("'womb'"))).toEqual([shared]);
  expect(await call(owner, ofFiles("'wombat', 'wor'"))).toEqual([shared, kept].toSorted());
  expect(await call(other, ofFiles("'wombat'"))).toEqual([]);
  for (const name of ["note_links", "note_access", "notes_v2"])
    await run(`DELETE FROM ${name} WHERE ${name === "notes_v2" ? "id" : "note_id"} = ANY ($1)`, [
      [shared, kept, attached],
    ]);
  for (const [name, column] of [
    ["file_texts", "file_id"],
    ["files", "id"],
  ])
    await run(`DELETE FROM ${name} WHERE ${column} = ANY ($1)`, [[sharedFile, keptFile]]);
});

test("a viewer named by note_access reads the note and its body, not its history, and writes nothing", async () => {
  await database.asSuperuser("UPDATE note_access SET role = 'viewer'");
  const read = (table: string) => db.withUser(grantee, (tx) => tx.query(`SELECT 1 FROM ${table}`));
  for (const table of ["notes_v2", "note_updates", "note_snapshots"])
    expect(await read(table)).toHaveLength(1);
  for (const table of ["note_history", "note_versions"]) expect(await read(table)).toEqual([]);
  await expect(
    db.withUser(grantee, (tx) => tx.query("UPDATE notes_v2 SET title = 'mine' RETURNING 1")),
  ).resolves.toEqual([]);
  await database.asSuperuser("UPDATE note_access SET role = 'editor'");
  for (const table of ["note_history", "note_versions"]) expect(await read(table)).toHaveLength(1);
  await expect(
    db.withUser(grantee, (tx) => tx.query("UPDATE notes_v2 SET title = 'ours' RETURNING 1")),
  ).resolves.toHaveLength(1);
});
