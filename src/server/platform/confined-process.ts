import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { builtOf, PROGRAMS_FOLDER } from "./built-programs.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** The program and nothing beside it: in the project's folder lie data, settings and backups, too. */
const PROGRAM = [
  ...["src/", "node_modules/", "package.json"].map((name) => join(ROOT, name)),
  PROGRAMS_FOLDER,
];
const NO_WAY_OUT = new URL("./no-way-out.ts", import.meta.url).href;
const LOOK_EVERY_MS = 500;

/** What a process may do and take that reads what somebody sent. */
export type Confinement = {
  /** The module it runs. */
  script: string;
  args?: string[];
  /** By its real path; besides it there is this program to read, and nothing to write. */
  folder: string;
  mayWriteFolder?: boolean;
  /** Another folder to read, by its real path. */
  mayRead?: string | undefined;
  /** For libraries of machine code, which Node's permissions do not bind: memory, time, network and environment are still kept from it. */
  mayLoadAddons?: boolean;
  /** Of its main thread. */
  heapMb: number;
  /** All of its memory, whatever holds it. */
  memoryMb: number;
  withinMs: number;
  /** How it answers: messages, or what it writes. */
  answersBy: "messages" | "output";
  signal?: AbortSignal | undefined;
};

/** Why a process was ended that did not end itself. */
export type EndedFor = "time" | "memory" | "asked";
export type Ending = {
  code: number | null;
  endedFor: EndedFor | null;
  /** The last of what it said of its errors. */
  complaint: string;
};
export type ConfinedProcess = { child: ChildProcess; ended: Promise<Ending>; end: () => void };

/**
 * Starts a process of its own for one hostile file: what that can exhaust or break there is the process' and not the server's. Node's own
 * permissions keep it to this program and one folder, it reaches nothing and nobody (see no-way-out.ts), it has nothing of the server's
 * environment, hence no secrets, and it is ended when it takes too long or too much.
 */
export function startConfined(limits: Confinement): ConfinedProcess {
  const { folder, signal } = limits;
  const isPiped = limits.answersBy === "output";
  const child = spawn(process.execPath, argumentsOf(limits), {
    env: { NODE_ENV: "production" },
    stdio: ["ignore", isPiped ? "pipe" : "ignore", "pipe", ...(isPiped ? [] : ["ipc" as const])],
    cwd: folder,
  });
  let complaint = "";
  child.stderr
    ?.setEncoding("utf8")
    .on("data", (text: string) => (complaint = (complaint + text).slice(-4000)));
  let endedFor: EndedFor | null = null;
  const endFor = (why: EndedFor) => {
    endedFor ??= why;
    child.kill("SIGKILL");
  };
  const end = () => endFor("asked");
  const timer = setTimeout(() => endFor("time"), limits.withinMs).unref();
  const watch = setInterval(() => {
    void residentMb(child.pid).then((used) => used > limits.memoryMb && endFor("memory"));
  }, LOOK_EVERY_MS).unref();
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  const ended = new Promise<Ending>((resolve) => {
    const settle = (code: number | null) => {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener("abort", end);
      resolve({ code, endedFor, complaint });
    };
    child.once("close", settle);
    child.once("error", (error) => {
      complaint += error.message;
      settle(null);
    });
  });
  return { child, ended, end };
}

/** Threads are not among what it may use: Node's permissions do not bind them. */
function argumentsOf(limits: Confinement): string[] {
  const { folder, mayRead, heapMb, mayWriteFolder, mayLoadAddons } = limits;
  return [
    `--max-old-space-size=${heapMb}`,
    "--permission",
    ...PROGRAM.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-read=${folder}/`,
    ...(mayRead === undefined ? [] : [`--allow-fs-read=${join(mayRead, sep)}`]),
    ...(mayLoadAddons ? ["--allow-addons", "--disable-warning=PERM0001"] : []),
    ...(mayWriteFolder ? [`--allow-fs-write=${folder}/`] : []),
    "--disable-warning=ExperimentalWarning",
    `--import=${NO_WAY_OUT}`,
    builtOf(limits.script),
    ...(limits.args ?? []),
  ];
}

/**
 * Whether this lies in what every confined process may read, by its real path.
 * @param path absolute; it need not exist
 */
export function isOpenToConfined(path: string): boolean {
  const real = realOf(path) + sep;
  return PROGRAM.some((allowed) => real.startsWith(join(realOf(allowed), sep)));
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realOf(parent), basename(path));
  }
}

/** Resident memory of a process; 0 where the system does not tell. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
