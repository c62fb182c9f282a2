import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "./log.ts";
import { createMailer } from "./mail.ts";

const MAIL = {
  to: "ada@example.org",
  subject: "Reset your password",
  text: "Grüße! Open http://localhost:4870/reset?token=abc123 within 30 minutes.",
};

let dataDir: string;
let cleanUp: (() => Promise<void>)[];
const lines: string[] = [];
const log = createLog("info", { write: (line) => void lines.push(line) });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cairn-mail-"));
  cleanUp = [() => rm(dataDir, { recursive: true, force: true })];
  lines.length = 0;
});
afterEach(async () => {
  for (const clean of cleanUp) await clean();
});

async function mailServer(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], ...options });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  cleanUp.push(() => new Promise((done) => server.close(done)));
  return `127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

test("a mail reaches the mail server with sender, subject and text", async () => {
  const received: string[] = [];
  const address = await mailServer({
    onData: (stream, _session, done) => void text(stream).then((mail) => (received.push(mail), done())),
  });
  const mailer = createMailer(
    { smtpUrl: `smtp://${address}`, mailFrom: "Cairn <cairn@example.org>", dataDir },
    log,
  );
  await mailer.send({ ...MAIL, html: "<p>Grüße</p>" });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatch(/^From: Cairn <cairn@example.org>\r$/m);
  expect(received[0]).toMatch(/^To: ada@example.org\r$/m);
  expect(received[0]).toMatch(/^Subject: Reset your password\r$/m);
  expect(received[0]).toContain("multipart/alternative");
});

test("a mail server that refuses is named with its reason", async () => {
  const refusal = Object.assign(new Error("mailbox full"), { responseCode: 552 });
  const address = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal) });
  const mailer = createMailer({ smtpUrl: `smtp://${address}`, mailFrom: "cairn@example.org", dataDir }, log);
  await expect(mailer.send(MAIL)).rejects.toThrow(
    new RegExp(`^The mail server ${address} did not take the mail: .*552 mailbox full`),
  );
});

test("a mail server that is away is named with the reason", async () => {
  const mailer = createMailer({ smtpUrl: "smtp://127.0.0.1:1", mailFrom: "cairn@example.org", dataDir }, log);
  await expect(mailer.send(MAIL)).rejects.toThrow(
    /^The mail server 127.0.0.1:1 did not take the mail: .*ECONNREFUSED/,
  );
});

test("without a mail server the mail is a private file and the log says where, without its link", async () => {
  const mailer = createMailer({ mailFrom: "Cairn <no-reply@localhost>", dataDir }, log);
  await mailer.send(MAIL);
  const [file, ...others] = await readdir(join(dataDir, "outbox"));
  expect(others).toEqual([]);
  const path = join(dataDir, "outbox", file ?? "");
  expect(path).toMatch(/\.eml$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, "utf8")).toContain("Subject: Reset your password");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      file: path,
      msg: 'No mail server is set (SMTP_URL): the mail "Reset your password" is a file.',
    }),
  ]);
  expect(lines.join("")).not.toContain("abc123");
});
