import type { Services } from "../../base.ts";
import type { ScheduledJob } from "../../jobs/job.ts";
import { RemoteFault } from "../remote-fault.ts";
import { openDirectory } from "./connection.ts";
import { folderFault } from "./folder-fault.ts";
import { noteProblem, takeIn } from "./known-files.ts";
import { type Scan, scanFolder } from "./scan-folder.ts";

/** Together with the pause of who leads: a file that came to rest is seen after two looks. */
const LOOK_MS = 15_000;
/** Accounts whose folders are looked through beside each other. */
const AT_ONCE = 2;

type Watched = { user_id: string; directory: string; since: Date };
/** What the last look at an account's folder saw; `isSettled`: nothing of it was left to do. */
type Before = { since: number; scan: Scan; isSettled: boolean };
type Memory = Map<string, Before>;

const memories = new WeakMap<object, Memory>();

/** Looks through all folders, on the one node that leads: so no file is taken in by two. */
export const watchFolders: ScheduledJob<Pick<Services, "db" | "config" | "log">> = {
  name: "watch-folders",
  everyMs: LOOK_MS,
  run: async (services, signal) => {
    const { db, config } = services;
    if (config.watchedFolder === null) return;
    const waiting = await db.asSystem("see whose folders are watched", (tx) =>
      tx.call<Watched>("foldersToWatch"),
    );
    const memory = memories.get(services) ?? new Map();
    memories.set(services, memory);
    const users = new Set(waiting.map(({ user_id: id }) => id));
    for (const id of memory.keys()) if (!users.has(id)) memory.delete(id);
    const next = async () => {
      for (let one = waiting.shift(); one && !signal.aborted; one = waiting.shift())
        await lookInto(services, memory, one, signal);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  },
};

/** One account must not keep the others waiting, so whatever happens is told and passed over. */
async function lookInto(
  { db, config, log }: Pick<Services, "db" | "config" | "log">,
  memory: Memory,
  { user_id: userId, directory, since }: Watched,
  signal: AbortSignal,
): Promise<void> {
  try {
    const scan = await openDirectory(config.watchedFolder!, directory, (root) =>
      scanFolder(root, { signal }),
    ).catch((error: unknown) => {
      throw folderFault(error);
    });
    const last = memory.get(userId);
    const before = last?.since === since.getTime() ? last : null;
    if (before?.isSettled && isSame(before.scan, scan)) return;
    const isSettled = await takeIn(db, userId, { scan, before: before?.scan ?? null });
    memory.set(userId, { since: since.getTime(), scan, isSettled });
  } catch (error) {
    if (signal.aborted) return;
    memory.delete(userId);
    const message = error instanceof RemoteFault ? error.message : "Something went wrong on our side.";
    if (!(error instanceof RemoteFault)) log.warn({ err: error }, "a folder could not be looked through");
    await noteProblem(db, userId, { message }).catch((err: unknown) =>
      log.warn({ err }, "the fault of a folder could not be told"),
    );
  }
}

function isSame(before: Scan, now: Scan): boolean {
  if (before.files.size !== now.files.size || before.leftOut !== now.leftOut) return false;
  if (before.unread.join("\0") !== now.unread.join("\0")) return false;
  for (const [path, seen] of now.files) if (before.files.get(path)?.version !== seen.version) return false;
  return true;
}
