import { tables } from "#server/db/catalog.ts";
import type { TestDatabase } from "../test-database.ts";

/** What is written in passing: to whom it was told, what is to be done for it. */
const IN_PASSING = ["live_events", "live_counters", "user_activities", "jobs"].map(
  (name) => `public.${name}`,
);

/** Which transactions have written its rows: quicker to tell than what stands in them. */
const WRITERS = Object.entries(tables)
  .filter(([name, { owner }]) => owner !== undefined && !IN_PASSING.includes(name))
  .map(([name]) => `SELECT count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) AS sum FROM ${name}`)
  .join(" UNION ALL ");

/** The same as long as nobody's rows have been written, in any table that belongs to accounts. */
async function writersOf({ asSuperuser }: TestDatabase): Promise<string> {
  return (await asSuperuser<{ sum: string }>(WRITERS)).map(({ sum }) => sum).join(", ");
}

/** Makes what a test needs, and gives the next test that asks for the same kind what the last one left as it was. */
export function whileUntouched<Kind, Thing>(
  databaseOf: () => TestDatabase,
  make: (kind: Kind) => Promise<Thing>,
): (kind: Kind) => Promise<Thing> {
  let last: { kind: Kind; thing: Thing; writers: string } | undefined;
  return async (kind) => {
    const database = databaseOf();
    if (last && last.kind === kind && last.writers === (await writersOf(database))) return last.thing;
    const thing = await make(kind);
    last = { kind, thing, writers: await writersOf(database) };
    return thing;
  };
}
