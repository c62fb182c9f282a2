import type pg from "pg";
import { tables } from "./catalog.ts";

/** Hears how long each statement took: its name, or its verb and table where it has none. Never its text or values. */
export type OnStatement = (name: string, ms: number) => void;

/** Below this nobody wants to know what it was; finding out costs more than asking the clock. */
const NAMED_FROM_MS = 50;

/** Runs a statement, and tells how long it took. */
export async function timed<T>(
  onStatement: OnStatement,
  statement: { text: string; name?: string | undefined },
  run: () => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  try {
    return await run();
  } finally {
    const ms = performance.now() - begun;
    if (statement.name || ms >= NAMED_FROM_MS) onStatement(statement.name ?? describe(statement.text), ms);
  }
}

/** For the ORM, whose statements have no names. */
export const timedClient = (client: pg.PoolClient, onStatement: OnStatement): pg.PoolClient =>
  new Proxy(client, {
    get: (target, key) =>
      key === "query"
        ? (statement: pg.QueryConfig, values: unknown[]) =>
            timed(onStatement, statement, () => target.query(statement, values))
        : (Reflect.get(target, key) as unknown),
  });

/** "select notes_v2": its first verb and the first of our tables in it, outside of parentheses where it can be. */
function describe(statement: string): string {
  const [first = "", ...inner] = statement.split("(");
  const words = [first, ...inner.map((part) => (part.includes(")") ? part.split(")").at(-1) : ""))].join(" ");
  const verb = /\b(select|insert|update|delete)\b/i.exec(words)?.[1]?.toLowerCase() ?? "other";
  for (const [, name] of words.matchAll(/\b(?:from|into|update|join)\s+(?:"?public"?\.)?"?(\w+)/gi))
    if (`public.${name}` in tables) return `${verb} ${name}`;
  return verb;
}
