import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { SignatureV4 } from "@smithy/signature-v4";

export type S3Key = { accessKeyId: string; secretAccessKey: string };
/** What S3 answers to a request whose signature does not hold. */
export type Refused = { status: number; code: string };

const SKEW_MS = 15 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** The hash as the library wants it: keyed when it is given a key. */
class Sha256 {
  private readonly hash;
  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    const secret = typeof key === "string" ? key : key && bytesOf(key);
    this.hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret);
  }
  update(bytes: Uint8Array): void {
    this.hash.update(bytes);
  }
  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }
  reset(): void {}
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView) =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);

/** A signer of S3's kind: paths are signed as they are sent. */
export const signerOf = (credentials: S3Key, region: string): SignatureV4 =>
  new SignatureV4({
    service: "s3",
    region,
    credentials,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: true,
  });

/**
 * Checks a request as S3 does: who signed it, when, what it asks, and that its body is what was signed. Null when all of it holds. The
 * server of our tests looks at little of this.
 */
export async function checkSignature(
  { method = "GET", url = "/", headers }: IncomingMessage,
  body: Buffer,
  key: S3Key,
): Promise<Refused | null> {
  const [, id, day, region, names, signature] = AUTHORIZATION.exec(headers.authorization ?? "") ?? [];
  const date = String(headers["x-amz-date"] ?? "");
  const at = Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5"));
  if (!id || !region || !names || Number.isNaN(at)) return { status: 403, code: "AccessDenied" };
  if (id !== key.accessKeyId) return { status: 403, code: "InvalidAccessKeyId" };
  if (!date.startsWith(day!) || Math.abs(Date.now() - at) > SKEW_MS)
    return { status: 403, code: "RequestTimeTooSkewed" };
  const hash = headers["x-amz-content-sha256"];
  if (hash !== "UNSIGNED-PAYLOAD" && hash !== createHash("sha256").update(body).digest("hex"))
    return { status: 400, code: "XAmzContentSHA256Mismatch" };
  const signed = new Set(names.split(";"));
  const own = Object.entries(headers).filter(([name]) => signed.has(name));
  const { pathname, searchParams } = new URL(url, "http://bucket");
  const again = await signerOf(key, region).sign(
    {
      method,
      protocol: "http:",
      hostname: "bucket",
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
    },
    { signingDate: new Date(at), signableHeaders: signed, unsignableHeaders: new Set() },
  );
  const isSame = again.headers["authorization"]?.endsWith(`Signature=${signature}`);
  return isSame ? null : { status: 403, code: "SignatureDoesNotMatch" };
}
