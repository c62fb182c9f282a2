import { execFile, type SpawnOptions } from "node:child_process";
import { chmod, chown, lstat, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { PostgresBinaries } from "./binaries.ts";

/** Who owns what PostgreSQL writes, as this process sees it. */
export interface Owner {
  uid: number;
  gid: number;
}

/** As whom PostgreSQL runs: it refuses root. */
export interface RunAs extends Owner {
  /** Other programs of this machine run as the same user: whoever of them reaches the socket is believed. */
  isShared?: boolean;
  /** Turns a program and its arguments into what is spawned. */
  command(program: string, args: string[]): { file: string; args: string[]; options: SpawnOptions };
}

export const NOBODY = { uid: 65_534, gid: 65_534 };
/** Root's database runs under a number that has no name and that nothing else uses: from here on, the first that is free. */
const OWN_FROM = 59_870;
const run = promisify(execFile);

/**
 * Chooses as whom PostgreSQL runs. An ordinary user: as himself. Root: as the owner of the data folder, else as a user of its
 * own, when that one can reach the data; else as nobody, or as an unprivileged user of a user namespace.
 * @throws Error that says what to do when none of it works.
 */
export async function chooseRunAs(
  binaries: PostgresBinaries,
  dataDir: string,
  env = process.env,
): Promise<RunAs> {
  const faults: string[] = [];
  for (const candidate of await candidates(dataDir)) {
    const fault = await cannotRun(candidate, binaries, dataDir, env);
    if (!fault) return candidate;
    faults.push(fault);
  }
  throw new Error(
    `The embedded PostgreSQL cannot run here: ${faults.join("; ")}.\n` +
      (process.getuid?.() === 0
        ? "Start Cairn as an ordinary user who owns the data folder, "
        : "Its programs need Linux with the GNU C library. Start Cairn on such a system, ") +
      "or set DATABASE_URL to a PostgreSQL of your own (15 or newer).",
  );
}

async function candidates(dataDir: string): Promise<RunAs[]> {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  // The namespace helps an ordinary user too, where his number has no name (a container started with --user).
  if (uid !== 0) return [direct({ uid, gid }), inNamespace({ uid, gid })];
  // A folder that PostgreSQL has used keeps its user, so that `sudo npm start` does not lock the user out.
  const theirs = await ownerOf(dataDir);
  const owners = [await ownerOf(join(dataDir, "postgres")), theirs].filter((one) => one !== undefined);
  // Nobody is whom data was given to that had no user of its own: unless the folder itself is his.
  const owner = owners.find((one) => one.uid !== 0 && (one.uid !== NOBODY.uid || theirs?.uid === NOBODY.uid));
  const root = inNamespace({ uid, gid });
  if (owner) return [asUser(owner), asNumber(owner), root];
  return [asNumber(await ownNumber()), { ...asUser(NOBODY), isShared: true }, root];
}

async function ownNumber(): Promise<Owner> {
  const taken = new Set<number>();
  for (const path of ["/etc/passwd", "/etc/group"])
    for (const line of (await readFile(path, "utf8").catch(() => "")).split("\n"))
      taken.add(Number(line.split(":")[2]));
  let uid = OWN_FROM;
  while (taken.has(uid)) uid++;
  return { uid, gid: uid };
}

const direct = (owner: Owner): RunAs => ({
  ...owner,
  command: (file, args) => ({ file, args, options: {} }),
});

const asUser = (owner: Owner): RunAs => ({
  ...owner,
  command: (file, args) => ({ file, args, options: owner }),
});

/** As a user whose number has no name: inside of a namespace, where PostgreSQL looks for one, it has nobody's. */
const asNumber = (owner: Owner): RunAs => ({
  ...owner,
  command: (program, args) => ({ ...inNamespace(owner).command(program, args), options: owner }),
});

/** Inside, PostgreSQL sees an ordinary user; outside it stays root without root's powers over other users' files. */
const inNamespace = (owner: Owner): RunAs => ({
  ...owner,
  command: (program, args) => ({
    file: "unshare",
    args: ["--user", `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`, program, ...args],
    options: {},
  }),
});

async function ownerOf(path: string): Promise<Owner | undefined> {
  return stat(path).catch(() => undefined);
}

async function cannotRun(
  candidate: RunAs,
  binaries: PostgresBinaries,
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (candidate.uid !== process.getuid?.()) {
    const barrier = await barrierOnPath(dirname(dataDir), candidate);
    if (barrier) return `user ${candidate.uid} may not pass through ${barrier}`;
    await letThrough(dataDir, candidate);
  }
  // The cheapest run that loads every library, refuses root and looks its user up by name.
  const { file, args, options } = candidate.command(binaries.initdb, ["--show", "--pgdata=/nonexistent"]);
  try {
    await run(file, args, { ...(options as object), cwd: "/", env: { ...env, ...binaries.env } });
    return undefined;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return (stderr?.trim() || message).replaceAll("\n", " ");
  }
}

/** The data folder is ours to open by one step: its group may pass through, not look around. */
async function letThrough(dataDir: string, { uid, gid }: RunAs): Promise<void> {
  const folder = await stat(dataDir);
  if (folder.uid === uid) return;
  if (folder.gid !== gid) await chown(dataDir, folder.uid, gid);
  await chmod(dataDir, (folder.mode & 0o7777) | 0o010);
}

/** The first folder from the root down to `path` that the user may not pass through. */
export async function barrierOnPath(path: string, { uid, gid }: Owner): Promise<string | undefined> {
  const parent = dirname(path);
  const above = parent === path ? undefined : await barrierOnPath(parent, { uid, gid });
  if (above) return above;
  const folder = await stat(path);
  const bit = folder.uid === uid ? 0o100 : folder.gid === gid ? 0o010 : 0o001;
  return (folder.mode & bit) === 0 ? path : undefined;
}

/** Gives everything below `path` to the user, for data that was made under another way of running. */
export async function giveTo(path: string, owner: Owner): Promise<void> {
  const entry = await lstat(path);
  if (entry.uid === owner.uid) return;
  if (entry.isDirectory()) {
    for (const name of await readdir(path)) await giveTo(join(path, name), owner);
  }
  // The folder last: when interrupted, its owner still says that there is work left.
  await chown(path, owner.uid, owner.gid);
}
