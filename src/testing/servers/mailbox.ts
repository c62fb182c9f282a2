import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** All mails of the outbox to this address, newest first, quoted-printable undone. */
async function mailsTo(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, "outbox");
  const mails: string[] = [];
  for (const name of (await readdir(folder).catch(() => [])).toSorted().toReversed()) {
    if (!name.endsWith(".eml")) continue;
    const mail = await readFile(join(folder, name), "utf8");
    if (mail.includes(`To: ${address}`)) mails.push(mail.replaceAll("=\n", "").replaceAll("=3D", "="));
  }
  return mails;
}

/** The newest mail to this address that holds these words; waits for it, because mails are sent after the answer. */
export async function mailTo(dataDir: string, address: string, words = ""): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const mail = (await mailsTo(dataDir, address)).find((one) => one.includes(words));
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail to ${address} with "${words}"`);
}

export const tokenIn = (mail: string): string =>
  decodeURIComponent(/(?:token|change)=([^\s&]+)/.exec(mail)![1]!);
