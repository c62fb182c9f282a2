import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Transporter } from "nodemailer";
import type { Config } from "./config.ts";
import type { Logger } from "./log.ts";
import type { Monitor } from "./monitor/monitor.ts";

export interface Mail {
  /** One address, or several with commas between them. */
  to: string;
  /** Whom an answer reaches; the composer keeps a name with line breaks or commas from becoming more. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html?: string;
  /** Of iMIP (RFC 6047): as another form of the text, which mail programs show as an invitation, and as a file. */
  icalEvent?: { method: string; filename: string; content: string };
  /** Where its reader can ask for no more of them. */
  list?: { unsubscribe: string };
  headers?: Record<string, string>;
}

export interface Mailer {
  /** Resolves once the mail server (or the disk) has taken the mail; rejects with the reason otherwise. */
  send(mail: Mail): Promise<void>;
}

type MailConfig = Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">;

/** Loaded with the first mail. */
const library = () => import("nodemailer");

/** Mail by SMTP; without a mail server each mail becomes a file in `<dataDir>/outbox` that any mail program opens. */
export function createMailer(config: MailConfig, log: Logger): Mailer {
  return config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxMailer(config, log);
}

/** Tells the monitor of each mail that went out, and of each that did not. */
export const countDeliveries = (mailer: Mailer, monitor: Pick<Monitor, "delivery" | "fault">): Mailer => ({
  async send(mail) {
    try {
      await mailer.send(mail);
      monitor.delivery(true);
    } catch (error) {
      monitor.delivery(false);
      monitor.fault(error, "mail");
      throw error;
    }
  },
});

/** Bodies are ours, yet a mail must never be able to name a file or an address to be fetched into it. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

function smtpMailer(smtpUrl: string, from: string): Mailer {
  const { hostname, port, username } = new URL(smtpUrl);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const options = {
    url: smtpUrl,
    // A password never leaves this machine unencrypted; `?requireTLS=false` in the address overrides it.
    requireTLS: username !== "" && !isLocal,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    ...CLOSED,
  };
  let transport: Transporter | undefined;
  const open = async () => (transport ??= (await library()).createTransport(options, { from }));
  return {
    async send(mail) {
      try {
        await (await open()).sendMail(mail);
      } catch (cause) {
        const server = port ? `${hostname}:${port}` : hostname;
        throw new Error(`The mail server ${server} did not take the mail: ${(cause as Error).message}`, {
          cause,
        });
      }
    },
  };
}

function outboxMailer(config: MailConfig, log: Logger): Mailer {
  const folder = join(config.dataDir, "outbox");
  const options = { streamTransport: true, buffer: true, newline: "unix", ...CLOSED } as const;
  return {
    async send(mail) {
      const { createTransport } = await library();
      const { message } = await createTransport(options, { from: config.mailFrom }).sendMail(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomBytes(3).toString("hex")}.eml`;
      const path = join(folder, name);
      // 0600: it holds links that sign a person in.
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600, flag: "wx" });
      await rename(`${path}.part`, path);
      // Not its link: logs are read by more people, and kept longer, than what opens an account may be.
      log.info({ file: path }, `No mail server is set (SMTP_URL): the mail "${mail.subject}" is a file.`);
    },
  };
}
