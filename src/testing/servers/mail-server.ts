import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = {
  to: string[];
  raw: string;
  /** Header lines, unfolded. */
  head: string;
  /** Bodies by their type without parameters; of several the first. */
  parts: Map<string, { type: string; body: string; head: string }>;
};

/** A mail server that keeps what it is sent, and refuses addresses that begin with "refused". */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("refused") ? new Error("mailbox full") : null),
    onData: (stream, session, done) =>
      void text(stream).then((raw) => {
        const { head, parts } = readParts(raw);
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw, head, parts });
        done();
      }),
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    to: (address: string) => mails.filter(({ to }) => to.includes(address)),
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

type Parts = Pick<ReceivedMail, "head" | "parts">;

/** As RFC 2045 and 2046 have it, as far as our composer uses them. */
function readParts(raw: string): Parts {
  const parts: ReceivedMail["parts"] = new Map();
  const { head, body } = cut(raw);
  walk(head, body, parts);
  return { head, parts };
}

function cut(raw: string): { head: string; body: string } {
  const end = raw.indexOf("\r\n\r\n");
  return { head: raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, " "), body: raw.slice(end + 4) };
}

function walk(head: string, body: string, parts: ReceivedMail["parts"]): void {
  const type = /^Content-Type: (.*)$/im.exec(head)?.[1]?.trim() ?? "text/plain";
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  if (boundary !== undefined) {
    for (const part of body.split(`--${boundary}`).slice(1, -1)) {
      const inner = cut(part.replace(/^\r\n/, ""));
      walk(inner.head, inner.body, parts);
    }
    return;
  }
  const encoding = /^Content-Transfer-Encoding: (.*)$/im.exec(head)?.[1]?.trim().toLowerCase();
  const name = type.split(";")[0]!;
  if (!parts.has(name)) parts.set(name, { type, head, body: decode(body, encoding) });
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
