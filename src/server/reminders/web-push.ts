import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";

const CURVE = "prime256v1";
/** The number of points of the curve: a private key is below it. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const RECORD_BYTES = 4096;
const JWT_SECONDS = 12 * 60 * 60;

/** By which push services know this server (VAPID, RFC 8292). */
export interface PushKey {
  /** For `applicationServerKey`: a point of P-256, base64url. */
  publicKey: string;
  privateKey: KeyObject;
}

/** Made of the server's secret, so that all nodes have the same and a backup that has the one has the other. */
export function derivePushKey(secret: string): PushKey {
  const random = Buffer.from(hkdfSync("sha256", secret, "", "cairn push key v1", 48)).toString("hex");
  const scalar = (BigInt(`0x${random}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const pair = createECDH(CURVE);
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x: x!, y: y!, d: d.toString("base64url") };
  return {
    publicKey: point.toString("base64url"),
    privateKey: createPrivateKey({ key: jwk, format: "jwk" }),
  };
}

/** What a browser gave of its subscription, base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** The headers and the encrypted body (RFC 8291) of one message. @param subject how the push service reaches the operator */
export function pushRequest(
  key: PushKey,
  subject: string,
  target: PushTarget,
  message: string,
  { topic, ttlSeconds }: { topic: string; ttlSeconds: number },
): { headers: Record<string, string>; body: Buffer } {
  return {
    headers: {
      ttl: String(ttlSeconds),
      urgency: "high",
      topic,
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      authorization: `vapid t=${tokenFor(key, subject, target.endpoint)}, k=${key.publicKey}`,
    },
    body: encrypt(target, Buffer.from(message)),
  };
}

function tokenFor({ privateKey }: PushKey, subject: string, endpoint: string): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(Date.now() / 1000) + JWT_SECONDS,
    sub: subject,
  };
  const signed = [{ typ: "JWT", alg: "ES256" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

/**
 * One record that only the browser can read.
 * @param fixed of tests, which compare with the example of the standard
 * @throws when the browser's key is no point of the curve
 */
export function encrypt(
  { p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">,
  plain: Buffer,
  fixed?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  const theirs = Buffer.from(p256dh, "base64url");
  const pair = createECDH(CURVE);
  if (fixed) pair.setPrivateKey(fixed.privateKey);
  else pair.generateKeys();
  const ours = pair.getPublicKey();
  const derive = (ikm: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync("sha256", ikm, salt, info, bytes));
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const ikm = derive(pair.computeSecret(theirs), Buffer.from(auth, "base64url"), about, 32);
  const salt = fixed?.salt ?? randomBytes(16);
  const key = derive(ikm, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(ikm, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // 2 ends the last record.
  const sealed = [cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, ...sealed]);
}
