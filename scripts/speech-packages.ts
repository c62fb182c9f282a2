import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Programs of the tests that speak and listen, and their packages in Debian; pocketsphinx has its words in another. */
const PROGRAMS = {
  "espeak-ng": ["espeak-ng"],
  pocketsphinx_continuous: ["pocketsphinx", "pocketsphinx-en-us"],
};

/**
 * The voice and the ears of the tests, installed where they are missing (as root, on Debian and Ubuntu).
 * @throws Error that says what to install.
 */
export function ensureSpeechPackages(): void {
  const missing = missingPackages();
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stdout.write(`Installing ${missing.join(", ")} for the tests of speech...\n`);
    // An image's package lists may be absent or old.
    if (!apt("install", "-y", "--no-install-recommends", ...missing) && apt("update"))
      apt("install", "-y", "--no-install-recommends", ...missing);
  }
  const still = missingPackages();
  if (still.length > 0)
    throw new Error(
      `The tests of speech need ${still.join(", ")}, which could not be installed (Debian and Ubuntu: \`apt-get install ${still.join(" ")}\`).`,
    );
}

const apt = (...args: string[]): boolean =>
  spawnSync("apt-get", args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
    .status === 0;

function missingPackages(): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return Object.entries(PROGRAMS).flatMap(([program, packages]) =>
    folders.some((folder) => existsSync(join(folder, program))) ? [] : packages,
  );
}
