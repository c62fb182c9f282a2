import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
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
  const kept = (await readKept(path)) ?? (await makeSecret(config.dataDir, path));
  if (kept.length < 32) {
    throw new Error(
      `${path} is damaged (${kept.length} characters, at least 32 are needed). Put it back from a backup, or ` +
        "delete it to get a new one: everyone is then signed out, and keys stored for other services must be entered again.",
    );
  }
  return kept;
}

async function readKept(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Written aside, then linked: a crash leaves no half file, and of two first starts one wins for both. */
async function makeSecret(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = join(dataDir, `.secret-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString("base64url")}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readKept(path)) ?? "";
}
