import { availableParallelism } from "node:os";
import type { Duplex } from "node:stream";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { type SystemFunction, systemFunctions } from "./definer-functions.ts";
import { retry } from "../platform/retry.ts";
import { keyedLimiter } from "../platform/turns.ts";
import type { Connections } from "./connections.ts";
import { type OnStatement, timed, timedClient } from "./statement-times.ts";
import { UNSAFE_SETTINGS } from "./unsafe-settings.ts";
import { watchForStall } from "./watch-for-stall.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// int8: our sequences and counters stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A day is a day everywhere: the driver would make it midnight of the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

/** An open transaction of one user: everything in it sees that user's rows only. */
export type Tx = {
  orm: NodePgDatabase;
  /** Raw SQL for the hot paths; a name makes it a prepared statement. */
  query: <Row extends object>(text: string, values?: unknown[], name?: string) => Promise<Row[]>;
  userId: string;
  /** Whose tasks are worked on: the user's own or, in a project that is shared with the user, its owner's (tasks/shared-projects.ts). */
  ownerId: string;
  /** That project can only be looked at. */
  isForReading?: boolean;
  /** After the commit, never after a rollback: tells `onLiveEvent` that this user has new live events. */
  announce: (userId: string) => void;
  /** Tells the server's log of a fault that the caller does not hear of. */
  report: (fault: Error) => void;
};

export type SystemTx = {
  call: <Row extends object>(name: SystemFunction, ...args: unknown[]) => Promise<Row[]>;
};

/** The only handles to the database; which one you hold says whose rows you can see. */
export type Database = {
  /**
   * For a request: the id comes from the session and from nowhere else. Not to be called inside of another. `run` is repeated
   * when it crossed another one (see RETRYABLE), so what it does outside of it must bear that.
   */
  withUser: <T>(userId: string, run: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * One statement in a transaction of its own, for the hot paths: opening, statement and commit go out together and cost one
   * round trip. Resolves after the commit.
   */
  queryAs: <Row extends object>(
    userId: string,
    text: string,
    values: unknown[],
    name?: string,
  ) => Promise<Row[]>;
  /**
   * Lets what changes many things of one user in many transactions wait for the others of its kind on this node: beside each
   * other they would cross at each step. `run` holds no connection; not to be called inside of another.
   */
  bulkLimiter: <T>(userId: string, run: () => Promise<T>) => Promise<T>;
  /** For background work on one user's rows. */
  asJob: <T>(userId: string, reason: string, run: (tx: Tx) => Promise<T>) => Promise<T>;
  /** For a visitor with a share link: sees what the link publishes and nothing else. */
  asPublic: <T>(shareToken: string, run: (tx: Tx) => Promise<T>) => Promise<T>;
  /** For the server itself: definer functions of the catalog, which tell ids and counts. */
  asSystem: <T>(reason: string, run: (tx: SystemTx) => Promise<T>) => Promise<T>;
  /** Sign-in tables; for the accounts feature alone. */
  auth: NodePgDatabase;
  authPool: pg.Pool;
  /** Tells `onLiveEvent`, for a writer that has committed by `queryAs`. */
  announce: (userId: string) => void;
  /** Tells the server's log of a fault that the caller does not hear of. */
  report: (fault: Error) => void;
  /** Hears of users with new live events, once per committed transaction of this process. */
  onLiveEvent: (listener: (userId: string) => void) => void;
  /** Sends one NOTIFY outside of any transaction. Those of one channel arrive in the order in which they were given. */
  notify: (channel: string, payload: string) => Promise<void>;
  /** For /readyz. */
  ping: () => Promise<void>;
  /** Which settings are off without which a power cut takes back what was confirmed. */
  unsafeSettings: () => Promise<string[]>;
  /** Connections of both pools, and who waits for one. */
  poolState: () => { open: number; idle: number; waiting: number };
  connections: Connections;
  close: () => Promise<void>;
};

/** The server gives up a statement after this long and says so. */
const STATEMENT_MS = 20_000;
/** Hence who is silent for longer is not there any more: a host without power closes no connection. */
const SILENCE_MS = 25_000;
/** A few for each core: more only wait for each other, and each holds some ten megabytes in the database. */
const POOL_SIZE = Math.max(6, 2 * availableParallelism());
const AUTH_POOL_SIZE = 3;
/** Connections one user may hold: many changes of one user wait for each other, and would keep everybody waiting. */
const PER_USER = 4;

/** Opens the pools. `onError` hears of broken idle connections, which would otherwise end the process. */
export function openDatabase(
  connections: Connections,
  onError: (error: Error) => void,
  silenceMs = SILENCE_MS,
  onStatement: OnStatement = () => {},
): Database {
  const { pool, authPool, app, close } = openPools(connections, onError, silenceMs);
  const listeners: Array<(userId: string) => void> = [];
  const inTurn = keyedLimiter(PER_USER);
  // Each on whichever connection is free: the second could commit before the first.
  const inOrder = keyedLimiter(1);
  const announce = (userId: string) => listeners.forEach((listener) => listener(userId));
  const who = { announce, report: onError, onStatement };
  const withUser = <T>(userId: string, run: (tx: Tx) => Promise<T>) => {
    const begin = setUserSql(userId);
    return inTurn(userId, () => retryOnConflict(() => transaction(pool, begin, { userId, ...who }, run)));
  };
  return {
    withUser,
    queryAs: (userId, text, values, name) => {
      const begin = setUserSql(userId);
      const statement = { text, values, ...(name ? { name } : {}) };
      return inTurn(userId, () => retryOnConflict(() => timedStatement(pool, begin, statement, onStatement)));
    },
    bulkLimiter: keyedLimiter(1),
    announce,
    report: onError,
    asJob: (userId, _reason, run) => withUser(userId, run),
    asPublic: (shareToken, run) => transaction(pool, setLinkSql(shareToken), { userId: "", ...who }, run),
    asSystem: async (_reason, run) => run(systemOf(pool)),
    auth: drizzle(authPool),
    authPool,
    onLiveEvent: (listener) => void listeners.push(listener),
    notify: (channel, payload) =>
      inOrder(channel, async () => void (await pool.query("SELECT pg_notify($1, $2)", [channel, payload]))),
    ...healthOf(pool, authPool),
    connections: { ...connections, app },
    close,
  };
}

function openPools(connections: Connections, onError: (error: Error) => void, silenceMs: number) {
  const silence = watchForStall(connections.app, (isSilent) =>
    onError(new Error(isSilent ? "The database answers nobody" : "The database answers again")),
  );
  const watched = { ...connections.app, stream: silence.stream };
  const patient = { ...watched, query_timeout: silenceMs };
  const pool = openPool(patient, POOL_SIZE, "", onError);
  const authPool = openPool(patient, AUTH_POOL_SIZE, " -c app.auth=on", onError);
  silence.watch(pool);
  silence.watch(authPool);
  const close = async () => {
    silence.stop();
    await Promise.all([pool.end(), authPool.end()]);
  };
  return { pool, authPool, app: watched, close };
}

const healthOf = (
  pool: pg.Pool,
  authPool: pg.Pool,
): Pick<Database, "ping" | "unsafeSettings" | "poolState"> => ({
  ping: async () => void (await pool.query("SELECT 1")),
  unsafeSettings: async () =>
    (await pool.query<{ name: string }>(UNSAFE_SETTINGS)).rows.map((row) => row.name),
  poolState: () => ({
    open: pool.totalCount + authPool.totalCount,
    idle: pool.idleCount + authPool.idleCount,
    waiting: pool.waitingCount + authPool.waitingCount,
  }),
});

function setUserSql(userId: string): string {
  if (!UUID.test(userId)) throw new TypeError("withUser needs the id of a user");
  return `SELECT set_config('app.user_id', '${userId}', true)`;
}

const setLinkSql = (shareToken: string) =>
  `SELECT set_config('app.share_token', ${pg.escapeLiteral(shareToken)}, true)`;

const systemOf = (pool: pg.Pool): SystemTx => ({
  call: async (name, ...args) => {
    const bare = systemFunctions[name].split("(")[0]!;
    const places = args.map((_, index) => `$${index + 1}`).join(", ");
    return (await pool.query(`SELECT * FROM public.${bare}(${places})`, args)).rows;
  },
});

function openPool(
  config: pg.ClientConfig,
  max: number,
  settings: string,
  onError: (error: Error) => void,
): pg.Pool {
  const { address, options } = takeOptions(config);
  const pool = new pg.Pool({
    ...address,
    max,
    pipeline: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: `${options} -c statement_timeout=${STATEMENT_MS} -c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000${settings}`,
  });
  pool.on("error", onError);
  // A client in use can break too (the server was killed under it): its query rejects, the event has nobody else to hear it.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

/** An address may bring `?options=` of its own, which would take the place of ours: they go in front instead. */
function takeOptions(config: pg.ClientConfig): { address: pg.ClientConfig; options: string } {
  if (!config.connectionString || !URL.canParse(config.connectionString))
    return { address: config, options: "" };
  const url = new URL(config.connectionString);
  const options = url.searchParams.get("options") ?? "";
  url.searchParams.delete("options");
  return { address: { ...config, connectionString: url.href }, options };
}

const ormOf = new WeakMap<pg.ClientBase, NodePgDatabase>();

type Who = Pick<Tx, "userId" | "announce" | "report"> & { onStatement: OnStatement };

async function transaction<T>(
  pool: pg.Pool,
  begin: string,
  who: Who,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const announced = new Set<string>();
  let broken: Error | undefined;
  try {
    // Not awaited: the first statement goes out with it, and fails if this does.
    const begun = client.query(`BEGIN; ${begin}`);
    begun.catch(() => {});
    let orm = ormOf.get(client);
    if (!orm) ormOf.set(client, (orm = drizzle(timedClient(client, who.onStatement))));
    const result = await run({
      orm,
      userId: who.userId,
      ownerId: who.userId,
      query: timedQuery(client, who.onStatement),
      announce: (userId) => announced.add(userId),
      report: who.report,
    });
    await begun;
    assertCommitted(await client.query("COMMIT"));
    announced.forEach(who.announce);
    return result;
  } catch (error) {
    // What comes after a silence would wait just as long; the connection is given up instead.
    if (isQueryTimeout(error)) broken = error as Error;
    else
      await client.query("ROLLBACK").catch((failure: Error) => {
        broken = failure;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

const timedQuery =
  (client: pg.PoolClient, onStatement: OnStatement): Tx["query"] =>
  (text, values = [], name) =>
    timed(onStatement, { text, name }, async () => {
      const { rows } = await client.query({ text, values, ...(name ? { name } : {}) });
      return rows;
    });

/**
 * Two changes that crossed: each waited for the other (PostgreSQL then ends one), or what a row was to belong to was removed
 * after the statement had looked for it. Repeated, it sees what is there now.
 */
const RETRYABLE = new Set(["40P01", "23503"]);
const MOST_PAUSES = 5;

/** By chance, or the same two would meet again. */
function* pausesByChance() {
  for (let pauses = 1; pauses <= MOST_PAUSES; pauses++) yield Math.random() * 10 * 2 ** pauses;
}

const retryOnConflict = <T>(run: () => Promise<T>): Promise<T> =>
  retry(run, { isTransient: isConflict, pausesMs: pausesByChance() });

/** The ORM wraps what the driver says. */
function isConflict(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && RETRYABLE.has(String(cause.code))) return true;
  return false;
}

const timedStatement = <Row extends object>(
  pool: pg.Pool,
  begin: string,
  statement: { name?: string; text: string; values: unknown[] },
  onStatement: OnStatement,
): Promise<Row[]> => timed(onStatement, statement, () => singleStatement<Row>(pool, begin, statement));

async function singleStatement<Row extends object>(
  pool: pg.Pool,
  begin: string,
  statement: { name?: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // A statement that fails makes the COMMIT behind it a rollback, so nothing needs tidying up.
    const [begun, answer, committed] = await Promise.allSettled(
      inOneWrite(client, () => [
        client.query(`BEGIN; ${begin}`),
        client.query<Row>(statement),
        client.query("COMMIT"),
      ]),
    );
    for (const part of [begun, answer, committed])
      if (part.status === "rejected") {
        if (isQueryTimeout(part.reason)) broken = part.reason as Error;
        throw part.reason;
      }
    if (answer.status !== "fulfilled" || committed.status !== "fulfilled") throw new Error("unreachable");
    assertCommitted(committed.value);
    return answer.value.rows;
  } finally {
    client.release(broken);
  }
}

/** The driver writes each message by itself; three writes to a socket cost more than what they say. */
function inOneWrite<T>(client: pg.PoolClient, submit: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  try {
    return submit();
  } finally {
    stream.uncork();
  }
}

/** A transaction that failed inside and whose error was swallowed answers COMMIT with ROLLBACK: nothing was saved. */
function assertCommitted({ command }: pg.QueryResult): void {
  if (command !== "COMMIT") throw new Error("The transaction was rolled back");
}

/** The driver's answer for a database that gave none. */
function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** Text with a zero byte, and days and moments that no calendar of PostgreSQL has. */
const UNSTORABLE = new Set(["22021", "22P05", "22007", "22008"]);

/** True for values that PostgreSQL cannot hold, whatever is done with them. */
export function isUnstorable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && UNSTORABLE.has(String(cause.code))) return true;
  return false;
}

/** True for errors that mean "the database is not there right now", after which the same call may succeed. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isQueryTimeout(cause)) return true;
    const code = "code" in cause ? String(cause.code) : "";
    // Classes 08 (connection), 53 (resources), 57P (shutdown, crash), 58 (system) of PostgreSQL; the rest are the socket's own.
    if (/^(08|53|57P|58)/.test(code) || /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH)/.test(code)) return true;
    // A socket's file that is not there; any other file that is missing is no matter of the database.
    if (code === "ENOENT" && "syscall" in cause && cause.syscall === "connect") return true;
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        cause.message,
      )
    )
      return true;
  }
  return false;
}
