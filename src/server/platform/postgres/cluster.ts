import { execFile } from "node:child_process";
import { chown, mkdir, mkdtemp, open, readFile, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { PostgresBinaries } from "./binaries.ts";
import { giveTo, type RunAs } from "./run-as.ts";

const run = promisify(execFile);

/** The major version whose data format our binaries read. */
const MAJOR = "18";

/** Shown as it is to the person who updated Cairn. */
export class OtherMajorError extends Error {
  override name = "OtherMajorError";
  constructor(dataPath: string, version: string) {
    super(
      `${dataPath} was made by PostgreSQL ${version}, but this Cairn brings PostgreSQL ${MAJOR}. ` +
        "It cannot read the other, and has not touched it. The way across is a backup:\n" +
        "  1. With the Cairn that made the data: npm run backup\n" +
        "  2. With this one:                     npm run restore -- FILE\n" +
        "The restore keeps the old database beside the new one.",
    );
  }
}

/**
 * Makes sure that `dataPath` holds a database cluster that `runAs` owns and our PostgreSQL can read.
 * An interrupted first start leaves only a draft folder, which the next start removes.
 */
export async function ensureCluster(
  dataPath: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  isDurable: boolean,
): Promise<void> {
  await removeDrafts(dataPath);
  const version = await readFile(join(dataPath, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) return createCluster(dataPath, binaries, runAs, isDurable);
  if (version.trim() !== MAJOR) {
    throw new OtherMajorError(dataPath, version.trim());
  }
  await takeOwnership(dataPath, runAs);
}

async function takeOwnership(dataPath: string, runAs: RunAs): Promise<void> {
  const { uid } = await stat(dataPath);
  if (uid === runAs.uid) return;
  if (process.getuid?.() !== 0) {
    throw new Error(
      `${dataPath} belongs to user ${uid}, and Cairn runs as user ${process.getuid?.()}. ` +
        "Start Cairn as that user or as root, or set DATA_DIR to another folder.",
    );
  }
  await giveTo(dataPath, runAs);
}

const draftPrefix = (dataPath: string) => `${basename(dataPath)}.draft-`;

async function removeDrafts(dataPath: string): Promise<void> {
  for (const name of await readdir(dirname(dataPath))) {
    if (!name.startsWith(draftPrefix(dataPath))) continue;
    // Retries: the initdb of a killed Cairn may still be writing, until it finds its folder gone.
    await rm(join(dirname(dataPath), name), {
      recursive: true,
      force: true,
      maxRetries: 20,
      retryDelay: 100,
    });
  }
}

async function createCluster(
  dataPath: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  isDurable: boolean,
): Promise<void> {
  await refuseForeignFolder(dataPath);
  const draft = await mkdtemp(join(dirname(dataPath), draftPrefix(dataPath)));
  if (runAs.uid !== process.getuid?.()) await chown(draft, runAs.uid, runAs.gid);
  const { file, args, options } = runAs.command(binaries.initdb, [
    `--pgdata=${draft}`,
    "--username=postgres",
    // The socket's folder is private to one user: whoever reaches it has proved enough.
    "--auth=trust",
    // The builtin provider knows the letters of all scripts on every machine; with the C locale alone, search
    // by trigrams finds nothing in Cyrillic or Japanese.
    ...["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--lc-ctype=C.UTF-8"],
    ...(isDurable ? [] : ["--no-sync"]),
  ]);
  try {
    await run(file, args, { ...(options as object), cwd: "/", env: { ...process.env, ...binaries.env } });
    await rename(draft, dataPath);
    await syncFolder(dirname(dataPath));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(
      `The embedded database could not be created in ${dataPath}: ${stderr?.trim() || message}`,
      {
        cause: error,
      },
    );
  }
}

async function refuseForeignFolder(dataPath: string): Promise<void> {
  const names = await readdir(dataPath).catch(() => []);
  if (names.length > 0) {
    throw new Error(
      `${dataPath} is not empty and holds no PostgreSQL data. Move it away, or set DATA_DIR to another folder.`,
    );
  }
  await mkdir(dirname(dataPath), { recursive: true, mode: 0o700 });
  await rm(dataPath, { recursive: true, force: true });
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Given on the command line, so that they hold for old data folders too and nobody edits a generated file. */
export function serverArguments(
  dataPath: string,
  socketFolder: string,
  isDurable: boolean,
  extra: Record<string, string>,
): string[] {
  const settings: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    max_connections: "100",
    // The pages of a database that fits one machine stand in the system's cache anyway, which gives them back when asked.
    shared_buffers: "64MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    // The default lets the log grow to 1 GB, more than most people's notes.
    max_wal_size: "256MB",
    // Compiling a query costs more than running any of ours.
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    // What goes wrong with a statement its caller hears; the file is for the server's own troubles, and no row of
    // anyone's notes may stand in it.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    log_autovacuum_min_duration: "-1",
    // A commit is still written before it is acknowledged: even tests lose nothing by a kill, only by a power cut.
    ...(isDurable ? {} : { fsync: "off", full_page_writes: "off" }),
    ...extra,
  };
  const port = ["-c", "port=5432"];
  return [
    "-D",
    dataPath,
    ...port,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}
