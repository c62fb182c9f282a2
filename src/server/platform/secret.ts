import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";

/**
 * The key behind cookies and stored tokens: `CAIRN_SECRET`, else the one kept in `<dataDir>/secret`, made at
 * the first start. It is never replaced by itself, because a new key signs everyone out and leaves what was
 * encrypted with the old one unreadable.
 */
export async function readSecret(config: Pick<Config, "secret" | "dataDir">): Promise<string> {
  if (config.secret) return config.secret;
  const path = join(config.dataDir, "secret");
  const kept = (await readKeptSecret(config.dataDir)) ?? (await makeSecret(config.dataDir, path));
  if (kept.length < 32) {
    throw new Error(
      `${path} is damaged (${kept.length} characters, at least 32 are needed). Put it back from a backup, or ` +
        "delete it to get a new one: everyone is then signed out, and keys stored for other services must be entered again.",
    );
  }
  return kept;
}

/** The secret in the data folder, when one is kept there. */
export async function readKeptSecret(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, "secret"), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Written aside, then linked: a crash leaves no half file, and of two first starts one wins for both. */
async function makeSecret(dataDir: string, path: string): Promise<string> {
  const draft = await writeDraft(dataDir, randomBytes(32).toString("base64url"));
  try {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readKeptSecret(dataDir)) ?? "";
}

/** Puts a secret that comes from elsewhere (a backup) in the place of the one that is kept; never half of it. */
export async function replaceKeptSecret(dataDir: string, secret: string): Promise<void> {
  await rename(await writeDraft(dataDir, secret), join(dataDir, "secret"));
}

async function writeDraft(dataDir: string, secret: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = join(dataDir, `.secret-${process.pid}-${randomBytes(4).toString("hex")}`);
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}
