import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root, run } from "./run-tool.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The browser of the tests, the bench and the chaos trials: CHROMIUM_PATH, else the one that package-lock.json pins (decision 55),
 * else, where there is no package of it, whichever the system has.
 * @throws Error that says what to install.
 */
export async function ensureChromium(): Promise<string> {
  const named = process.env["CHROMIUM_PATH"];
  if (named) {
    if (works(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, but that is not a browser that runs.`);
  }
  const path = pinnedChromium() ?? (await ensureSystemChromium());
  // Whoever asks next, in this process or one that it starts, need not look again.
  process.env["CHROMIUM_PATH"] = path;
  return path;
}

/** The newest that people have: the system's, Playwright's, else Debian's package (as root), else Playwright's download. */
export async function ensureSystemChromium(): Promise<string> {
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

/** What `chromium --version` says, without its name: "153.0.8010.0". */
export function versionOf(path: string): string {
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 20_000 });
  return /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? "unknown";
}

function works(path: string): boolean {
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}

/** Unpacked from its package once, aside and then moved, so that neither an interruption nor a second run leaves half of one. */
function pinnedChromium(): string | undefined {
  const folder = join(root, "node_modules/@sparticuz/chromium");
  if (process.platform !== "linux" || process.arch !== "x64" || !existsSync(folder)) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  const home = join(root, `.cache/chromium-${version}`);
  const path = join(home, "run.sh");
  if (!existsSync(path)) {
    const draft = `${home}.${process.pid}`;
    unpack(draft);
    try {
      renameSync(draft, home);
    } catch (error) {
      // Another run was quicker.
      if (!existsSync(path)) throw error;
      rmSync(draft, { recursive: true, force: true });
    }
  }
  return works(path) ? path : undefined;
}

/** The package unpacks into the folder for temporary files; the libraries that a bare system lacks come with it when it believes itself there. */
function unpack(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const script = 'await (await import("@sparticuz/chromium")).default.executablePath()';
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
  });
  if (status !== 0) throw new Error(`The browser of the tests could not be unpacked:\n${stderr}`);
  // The system's own libraries and fonts come first: they belong together.
  const start = [
    "#!/bin/sh",
    'here=$(dirname "$0")',
    'if ldd "$here/chromium" | grep -q "not found"; then export LD_LIBRARY_PATH="$here/al2023/lib"; fi',
    'if [ ! -d /etc/fonts ]; then export FONTCONFIG_PATH="$here/fonts"; fi',
    'exec "$here/chromium" "$@"',
  ];
  writeFileSync(join(folder, "run.sh"), `${start.join("\n")}\n`, { mode: 0o755 });
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
