#!/usr/bin/env node
// The one door to every command in package.json. It runs on any Node >= 20, before anything is installed, so it
// imports nothing but Node's own modules: it installs what is missing and starts the task on the pinned Node 24.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SERVER_FLAGS } from "./node-flags.mjs";
import { ensurePackages } from "./packages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Each task: TypeScript files run one after the other, the last with the caller's arguments. */
const TASKS = {
  start: { files: ["scripts/build.ts", "dist/server/main.js"], mode: "production", serves: true },
  dev: { files: ["src/server/main.ts"], args: ["--dev"], mode: "development" },
  import: { files: ["src/server/cli/import.ts"], mode: "production", serves: true },
  backup: { files: ["src/server/cli/backup.ts"], mode: "production", serves: true },
  restore: { files: ["src/server/cli/restore.ts"], mode: "production", serves: true },
  check: { files: ["scripts/check.ts"] },
  openapi: { files: ["scripts/openapi.ts"] },
  test: { files: ["scripts/test.ts"] },
  "test:only": { files: ["scripts/test-only.ts"] },
  deep: { files: ["scripts/deep.ts"] },
  bench: { files: ["scripts/build.ts", "bench/main.ts"], mode: "production" },
  chaos: { files: ["scripts/build.ts", "chaos/main.ts"], mode: "production" },
};

async function main() {
  const [name = "", ...given] = process.argv.slice(2);
  const task = TASKS[name];
  if (!task) return fail(`Unknown task "${name}". There are: ${Object.keys(TASKS).join(", ")}.`);
  if (major(process.versions.node) < 20) {
    return fail(`Cairn needs Node 20 or newer to start; this is ${process.version}. See https://nodejs.org.`);
  }
  // A server image holds no build tools; it needs none once everything is built.
  const isBuilt = ["dist/web/index.html", "dist/server/main.js"].every((file) =>
    existsSync(join(root, file)),
  );
  await ensurePackages(root, { withoutTools: task.serves === true && isBuilt });
  const node = node24();
  for (const file of task.files) {
    const isLast = file === task.files.at(-1);
    const status = await run(
      node,
      [
        ...(task.serves ? SERVER_FLAGS : []),
        join(root, file),
        ...(isLast ? [...(task.args ?? []), ...given] : []),
      ],
      task.mode,
    );
    if (status !== 0 || isLast) process.exit(status);
  }
}

/** The pinned Node where there is a package for this platform, else the present one when it is new enough. */
function node24() {
  const packaged = join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin/node");
  if (existsSync(packaged)) return packaged;
  if (major(process.versions.node) >= 24) return process.execPath;
  return fail(
    `Cairn runs on Node 24, and there is no package of it for ${process.platform} on ${process.arch}.\n` +
      "Install Node 24 from https://nodejs.org and run the command again with it.",
  );
}

/** Runs to the end and returns the exit code. Signals reach the child once; it decides when it has ended. */
function run(node, args, mode) {
  const child = spawn(node, args, {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      ...(mode && !process.env.NODE_ENV ? { NODE_ENV: mode } : {}),
      // Compiled once, started quicker the next time.
      NODE_COMPILE_CACHE: join(root, ".cache/node"),
      // A relative file that an argument names counts from where the person stands.
      INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // The terminal sends Ctrl+C to both of us.
      const hasIt = signal === "SIGINT" && process.stdin.isTTY;
      if (!hasIt) child.kill(signal);
    });
  }
  if (process.env.npm_lifecycle_event) stopWithParent(child);
  return new Promise((done) => {
    child.once("error", (error) => done(fail(`${node} does not run here: ${error.message}`)));
    child.once("exit", (code, signal) => done(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)));
  });
}

/** `kill` on npm ends npm and its shell, but the shell passes nothing on: we would go on without anyone knowing. */
function stopWithParent(child) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, 250);
  watch.unref();
}

function major(version) {
  return Number(version.split(".")[0]);
}

function fail(message) {
  process.stderr.write(`\n${message}\n\n`);
  process.exit(1);
}

main().catch((error) => fail(error.message));
