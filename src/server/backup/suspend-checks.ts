import type pg from "pg";

type Pair = { off: string; on: string };

/**
 * Takes away what would slow the loading of rows or change them, in the caller's transaction: triggers (what they would
 * fill is loaded itself), foreign keys (so that no order of tables matters) and indexes. The returned function puts all
 * of it back, checks every foreign key and builds each index at once.
 */
export async function suspendChecks(owner: pg.ClientBase): Promise<() => Promise<void>> {
  // Foreign keys go first and come back last: they lean on indexes.
  const pairs = [...(await foreignKeys(owner)), ...(await triggers(owner)), ...(await indexes(owner))];
  for (const { off } of pairs) await owner.query(off);
  return async () => {
    for (const { on } of pairs.toReversed()) await owner.query(on);
  };
}

const OURS = "n.nspname IN ('public', 'auth') AND c.relkind IN ('r', 'p')";

async function foreignKeys(owner: pg.ClientBase): Promise<Pair[]> {
  const { rows } = await owner.query<Pair>(
    `SELECT format('ALTER TABLE %I.%I DROP CONSTRAINT %I', n.nspname, c.relname, k.conname) AS off,
            format('ALTER TABLE %I.%I ADD CONSTRAINT %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) AS on
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE k.contype = 'f' AND k.conparentid = 0 AND ${OURS}`,
  );
  return rows;
}

async function triggers(owner: pg.ClientBase): Promise<Pair[]> {
  const { rows } = await owner.query<Pair>(
    `SELECT format('ALTER TABLE %I.%I DISABLE TRIGGER %I', n.nspname, c.relname, t.tgname) AS off,
            format('ALTER TABLE %I.%I ENABLE %s TRIGGER %I', n.nspname, c.relname,
              CASE t.tgenabled WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' ELSE '' END, t.tgname) AS on
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND ${OURS}`,
  );
  return rows;
}

async function indexes(owner: pg.ClientBase): Promise<Pair[]> {
  const { rows } = await owner.query<Pair>(
    `SELECT format('DROP INDEX %I.%I', n.nspname, x.relname) AS off, pg_get_indexdef(i.indexrelid) AS on
     FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class c ON c.oid = i.indrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE ${OURS} AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype <> 'f')`,
  );
  return rows;
}
