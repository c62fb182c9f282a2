// Installs what package-lock.json names, when it is not there yet. Node's own modules only: see run.mjs.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const BEAT_MS = 1_000;
const SILENT_MS = 10_000;

/**
 * Safe to interrupt (the next run installs again) and to run twice at once (the second waits).
 * @param {string} root
 * @param {{ withoutTools?: boolean }} options `withoutTools`: development packages may be missing.
 */
export async function ensurePackages(root, { withoutTools = false } = {}) {
  if (isInstalled(root, withoutTools)) return;
  const release = await lock(root);
  try {
    // While we waited, the other command may have done it.
    if (isInstalled(root, withoutTools)) return;
    process.stdout.write("Installing packages (this takes a minute the first time)...\n");
    await installAll(root);
    if (!isInstalled(root, withoutTools)) {
      throw new Error(
        "npm says that it installed everything, but packages are missing. Look at `npm config ls`.",
      );
    }
  } finally {
    release();
  }
}

/**
 * Whether node_modules is what package-lock.json says. npm writes its own list into node_modules as its last step,
 * and we remove the folder first, so an interrupted install never looks complete.
 */
export function isInstalled(root, withoutTools) {
  const wanted = readJson(join(root, "package-lock.json"))?.packages;
  const present = readJson(join(root, "node_modules/.package-lock.json"))?.packages;
  if (!wanted) throw new Error(`${join(root, "package-lock.json")} is missing or not readable.`);
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    if (present[path]) return present[path].version === entry.version;
    return (entry.optional && !isForThisPlatform(entry)) || (withoutTools && entry.dev);
  });
}

/** An optional package made for this platform is not optional to us: it is the pinned Node, the database, a compiler. */
function isForThisPlatform({ os, cpu, libc }) {
  const fits = (list, value) => !list || [list].flat().includes(value);
  return (
    Boolean(os || cpu) && fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, libcName())
  );
}

function libcName() {
  const { glibcVersionRuntime } = process.report.getReport().header;
  return glibcVersionRuntime ? "glibc" : "musl";
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * What `npm ci` does, by `npm install`: ci refuses a lockfile that lacks some other platform's optional packages, as
 * one written behind a mirror does. Scripts of packages are not run: none of ours needs one.
 */
async function installAll(root) {
  rmSync(join(root, "node_modules"), { recursive: true, force: true });
  const [file, ...first] = npmCommand(root);
  const args = [
    "install",
    "--no-save",
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    // Below errors npm warns about the engines of packages that will run on Node 24 anyway.
    "--loglevel=error",
  ];
  const child = spawn(file, [...first, ...args], { cwd: root, stdio: "inherit" });
  const outcome = await new Promise((done) => {
    child.once("error", (error) => done(error));
    child.once("exit", (code, signal) => done(signal ?? code));
  });
  if (outcome === 0) return;
  if (outcome?.code === "ENOENT") {
    throw new Error("npm is not installed, or not in PATH. It comes with Node: https://nodejs.org.");
  }
  throw new Error(
    "The packages could not be installed; npm says why above. The first start needs the internet (or an npm mirror). " +
      "Nothing is lost: run the same command again.",
  );
}

/** The npm that called us, when one did, on its own Node: ours may be the one in node_modules, about to go. */
function npmCommand(root) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const isUsable =
    npm && node && basename(npm) === "npm-cli.js" && !node.startsWith(join(root, "node_modules"));
  return isUsable ? [node, npm] : ["npm"];
}

/** A file whose time is kept fresh; one that nobody freshens was left by a kill. Returns how to let go. */
async function lock(root) {
  const path = join(root, ".cache/installing");
  mkdirSync(join(root, ".cache"), { recursive: true });
  for (let waits = 0; !tryCreate(path); waits += 1) {
    if (waits === 0) process.stdout.write("Another command is installing packages; waiting for it...\n");
    await delay(BEAT_MS / 2);
    if (Date.now() - timeOf(path) > SILENT_MS) rmSync(path, { force: true });
  }
  const beat = setInterval(() => utimesSync(path, new Date(), new Date()), BEAT_MS);
  return () => {
    clearInterval(beat);
    rmSync(path, { force: true });
  };
}

function tryCreate(path) {
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function timeOf(path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return Date.now();
  }
}
