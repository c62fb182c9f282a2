import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The project's folder. */
export const root = dirname(import.meta.dirname);

export interface Outcome {
  code: number;
  /** What the tool printed on both streams. */
  output: string;
  seconds: number;
}

/** Runs an installed package's command on this Node (its `bin` says what to run) and keeps what it prints. */
export function run(
  tool: string,
  args: string[],
  { env = {}, cwd = root }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Outcome> {
  return runNode([binOf(tool), ...args], { env, cwd });
}

interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Passes the output through as it comes, besides keeping it. */
  isShown?: boolean;
  /** Milliseconds; what runs longer is asked to end, and stopped half a minute later. */
  limit?: number;
}

const LAST_WORDS = 30_000;
const LEFT_BEHIND = 10_000;

/** Runs Node with these arguments. */
export function runNode(
  args: string[],
  { env = {}, cwd = root, isShown = false, limit }: RunOptions = {},
): Promise<Outcome> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (isShown) to.write(text);
    });
  }
  const stops = limit === undefined ? [] : stopLater(child, limit);
  return new Promise((done, fail) => {
    child.once("error", fail);
    // A process that it left behind may hold the streams open, which would wait for ever.
    child.once("exit", () => {
      stops.push(
        setTimeout(() => [child.stdout, child.stderr].forEach((from) => from.destroy()), LEFT_BEHIND),
      );
    });
    child.once("close", (code) => {
      stops.forEach(clearTimeout);
      done({ code: code ?? 1, output, seconds: (performance.now() - begun) / 1000 });
    });
  });
}

/** Test runners tell what they know when they are interrupted. */
function stopLater(child: ChildProcess, limit: number): NodeJS.Timeout[] {
  return [
    setTimeout(() => {
      process.stdout.write(`Stopped: it ran longer than ${Math.round(limit / 60_000)} minutes\n`);
      child.kill("SIGINT");
    }, limit),
    setTimeout(() => child.kill("SIGKILL"), limit + LAST_WORDS),
  ];
}

/** `name` is a package, or `package/command` where a package has several. */
export function binOf(name: string): string {
  const [packageName = name, command] = name.startsWith("@") ? [name] : name.split("/");
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    bin: string | Record<string, string>;
  };
  const path = typeof bin === "string" ? bin : (bin[command ?? packageName] ?? Object.values(bin)[0]);
  return join(folder, path ?? "");
}
