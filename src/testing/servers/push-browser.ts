import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A web server of our own that keeps what it gets and answers with a status, or not at all. */
export async function startReceiver() {
  const received: Received[] = [];
  const answers = new Map<string, number | "never">();
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const path = request.url ?? "";
      received.push({ path, headers: request.headers, body });
      const answer = answers.get(path) ?? 201;
      if (answer !== "never") response.writeHead(answer).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    /** How it answers at this path from now on. */
    answer: (path: string, status: number | "never") => answers.set(path, status),
    at: (path: string) => received.filter((one) => one.path === path),
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What a browser keeps of a subscription, by RFC 8291 and RFC 8292. */
export function aPushBrowser() {
  const pair = createECDH("prime256v1");
  const auth = randomBytes(16);
  const publicKey = pair.generateKeys();
  return {
    keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    /** @throws when it was encrypted for somebody else, or changed */
    read(body: Buffer): unknown {
      const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body[20]!];
      const sender = body.subarray(21, 21 + length);
      const record = body.subarray(21 + length);
      if (record.length > size) throw new Error("more than one record");
      const hkdf = (key: Buffer, mixed: Buffer, info: Buffer | string, bytes: number) =>
        Buffer.from(hkdfSync("sha256", key, mixed, info, bytes));
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const key = hkdf(pair.computeSecret(sender), auth, info, 32);
      const decipher = createDecipheriv(
        "aes-128-gcm",
        hkdf(key, salt, "Content-Encoding: aes128gcm\0", 16),
        hkdf(key, salt, "Content-Encoding: nonce\0", 12),
      );
      decipher.setAuthTag(record.subarray(-16));
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      if (plain.at(-1) !== 2) throw new Error("no end of the last record");
      return JSON.parse(plain.subarray(0, -1).toString());
    },
  };
}

/** The claims of a VAPID header. @throws when they are not signed with the key that it names */
export function readVapid(header = ""): { key: string; claims: { aud: string; exp: number; sub: string } } {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x!, y: y! }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("not signed with its key");
  return { key, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) };
}
