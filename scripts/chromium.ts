import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run-tool.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The browser for the end-to-end tests: CHROMIUM_PATH, the system's, Playwright's, else Debian's package (as root),
 * else Playwright's download.
 * @throws Error that says what to install.
 */
export async function ensureChromium(): Promise<string> {
  const named = process.env["CHROMIUM_PATH"];
  if (named) {
    if (works(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, but that is not a browser that runs.`);
  }
  const present = inPath() ?? (await playwrights());
  if (present) return present;
  process.stdout.write("There is no Chromium for the end-to-end tests; installing it...\n");
  const installed = installDebianPackage() ?? (await downloadPlaywrights());
  if (installed) return installed;
  throw new Error(
    "There is no Chromium for the end-to-end tests, and it could not be installed. Install it (Debian and Ubuntu: " +
      "`apt-get install chromium`; elsewhere from https://www.chromium.org), or set CHROMIUM_PATH to a Chrome or Chromium.",
  );
}

function works(path: string): boolean {
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}

function inPath(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  // Ubuntu's chromium-browser without the snap is a script that only says so: ask it to run.
  return paths.find((path) => existsSync(path) && works(path));
}

async function playwrights(): Promise<string | undefined> {
  const { chromium } = await import("@playwright/test");
  const path = chromium.executablePath();
  return existsSync(path) && works(path) ? path : undefined;
}

function installDebianPackage(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  const apt = (...args: string[]) =>
    spawnSync("apt-get", args, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  const install = ["install", "-y", "--no-install-recommends", "chromium"];
  // An image's package lists may be absent or old.
  if (apt(...install).status !== 0 && apt("update").status === 0) apt(...install);
  return inPath();
}

async function downloadPlaywrights(): Promise<string | undefined> {
  const asRoot = process.getuid?.() === 0 ? ["--with-deps"] : [];
  const { code, output } = await run("@playwright/test", ["install", ...asRoot, "chromium"]);
  if (code !== 0) process.stdout.write(`${output}\n`);
  return playwrights();
}
