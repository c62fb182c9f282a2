/**
 * Everything that migrations make, one line each, sorted: tables and columns, constraints, indexes, policies, triggers,
 * functions, sequences, grants. Equal lists mean equal schemas.
 */
export async function describeSchema(
  query: (text: string) => Promise<{ line: string }[]>,
): Promise<string[]> {
  const lines: string[] = [];
  for (const part of PARTS) lines.push(...(await query(part)).map(({ line }) => line));
  return lines.toSorted();
}

const OURS = "n.nspname IN ('public', 'auth', 'drizzle')";
const NOT_OF_AN_EXTENSION = (catalog: string, oid: string) =>
  `NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;

const PARTS = [
  `SELECT format('%s %s.%s rls=%s forced=%s %s', c.relkind, n.nspname, c.relname, c.relrowsecurity, c.relforcerowsecurity,
     (SELECT string_agg(a::text, ',' ORDER BY a::text) FROM unnest(c.relacl) a)) AS line
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS} AND c.relkind IN ('r', 'p', 'S', 'v', 'm')
     AND ${NOT_OF_AN_EXTENSION("pg_class", "c.oid")}`,
  `SELECT format('column %s.%s.%s %s notnull=%s default=%s generated=%s collation=%s', n.nspname, c.relname, a.attname,
     format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(f.adbin, f.adrelid), a.attgenerated, a.attcollation::regcollation) AS line
   FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_attrdef f ON f.adrelid = c.oid AND f.adnum = a.attnum
   WHERE ${OURS} AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`,
  `SELECT format('constraint %s.%s %s %s valid=%s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated) AS line
   FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS}`,
  `SELECT pg_get_indexdef(i.indexrelid) || ' valid=' || i.indisvalid AS line
   FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS}`,
  `SELECT format('policy %s.%s %s %s using %s check %s', schemaname, tablename, policyname, cmd, qual, with_check) AS line
   FROM pg_policies n WHERE schemaname IN ('public', 'auth')`,
  `SELECT format('trigger %s.%s %s enabled=%s', n.nspname, c.relname, pg_get_triggerdef(t.oid), t.tgenabled) AS line
   FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${OURS} AND NOT t.tgisinternal`,
  `SELECT pg_get_functiondef(p.oid) || coalesce((SELECT string_agg(a::text, ',' ORDER BY a::text) FROM unnest(p.proacl) a), '') AS line
   FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
   WHERE ${OURS} AND p.prokind IN ('f', 'p') AND ${NOT_OF_AN_EXTENSION("pg_proc", "p.oid")}`,
  `SELECT format('migration %s %s', hash, created_at) AS line FROM drizzle.__drizzle_migrations`,
  `SELECT format('functions %s %s %s', revision, hash, level) AS line FROM drizzle.sql_functions`,
];
