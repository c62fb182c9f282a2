import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const LOOK_MS = 500;
/** Almost nothing takes longer; what does is reason enough to ask whether the database still answers anybody. */
const BUSY_MS = 1_500;
const ANSWER_WITHIN_MS = 3_000;
const ANSWER_AGAIN_WITHIN_MS = 1_000;
/** After a stall of our own the answer may be here already and only wait to be read. */
const READ_MS = 100;

export type SilenceWatch = {
  /** For the configuration of every connection that shall be given up when the database falls silent. */
  stream: () => Socket;
  watch: (pool: pg.Pool) => void;
  stop: () => void;
};

/**
 * Notices a database that answers nobody any more (its host lost power, its disk hangs, the line swallows everything) in
 * about five seconds, and cuts all connections then: whoever waits is told at once instead of at his own time limit. When
 * it answers again, what was begun in the silence is cut as well, because a connection to a dead host never wakes up.
 */
export function watchForStall(config: pg.ClientConfig, onChange: (isSilent: boolean) => void): SilenceWatch {
  const sockets = new Map<Socket, number>();
  const busySince = new Map<object, number>();
  let isSilent = false;
  let isLooking = false;
  const timer = setInterval(() => void look(), LOOK_MS).unref();

  async function look(): Promise<void> {
    const startedAt = performance.now();
    const longest = startedAt - Math.min(...busySince.values());
    if (isLooking || (!isSilent && !(longest > BUSY_MS))) return;
    isLooking = true;
    const hasAnswered = await answers(config, isSilent ? ANSWER_AGAIN_WITHIN_MS : ANSWER_WITHIN_MS);
    isLooking = false;
    if (hasAnswered !== isSilent) return;
    isSilent = !hasAnswered;
    onChange(isSilent);
    for (const [socket, openedAt] of sockets) if (isSilent || openedAt < startedAt) socket.destroy();
  }

  return {
    stream: () => {
      const socket = new Socket();
      sockets.set(socket, performance.now());
      socket.once("close", () => sockets.delete(socket));
      return socket;
    },
    watch: (pool) => {
      pool.on("acquire", (client) => busySince.set(client, performance.now()));
      pool.on("release", (_error, client) => busySince.delete(client));
      pool.on("remove", (client) => busySince.delete(client));
    },
    stop: () => clearInterval(timer),
  };
}

/** Whether a fresh connection is answered anything at all in time; a refusal is an answer too. */
async function answers(config: pg.ClientConfig, withinMs: number): Promise<boolean> {
  const socket = new Socket();
  const client = new pg.Client({ ...config, stream: () => socket });
  client.on("error", () => {});
  const asked = client
    .connect()
    .then(() => client.query("SELECT 1"))
    .then(
      () => true,
      () => true,
    );
  const hasAnswered =
    (await Promise.race([asked, delay(withinMs, false, { ref: false })])) ||
    (await Promise.race([asked, delay(READ_MS, false, { ref: false })]));
  socket.destroy();
  return hasAnswered;
}
