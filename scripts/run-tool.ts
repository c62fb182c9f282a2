import { spawn } from "node:child_process";
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

/** Runs Node with these arguments; `isShown` passes its output through as it comes, besides keeping it. */
export function runNode(
  args: string[],
  {
    env = {},
    cwd = root,
    isShown = false,
  }: { env?: Record<string, string>; cwd?: string; isShown?: boolean } = {},
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
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => {
      done({ code: code ?? 1, output, seconds: (performance.now() - begun) / 1000 });
    });
  });
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
