import { Readable } from "node:stream";
import type { S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import type { Config } from "../../platform/config.ts";
import { StorageUnavailableError } from "../../platform/storage-fault.ts";
import type { ByteRange, Store } from "./storage.ts";

export type S3Settings = NonNullable<Config["s3"]>;

/** Of a file that is sent in parts; two of them are in memory at a time. S3 takes no part below 5 MB. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_A_TIME = 2;
/** A request that was not answered, or with 5xx, is made again this often, with growing pauses. */
const TRIES = 4;
const CONNECT_WITHIN_MS = 5_000;
/** Nothing at all heard for so long: the connection is dead. */
const SILENCE_MS = 20_000;
/** A download that breaks off is taken up again where it broke. */
const RESUMES = 3;

const library = () => import("@aws-sdk/client-s3");

/** A bucket of any server that speaks S3. Its client comes when it is first needed, because most servers have a disk. */
export function openS3Storage(settings: S3Settings): Store {
  const bucket = new Bucket(settings);
  return {
    put: (key, bytes) => bucket.put(key, bytes),
    putStream: (key, source) => bucket.putStream(key, source),
    read: async (key, range) => {
      const first = await bucket.get(key, range);
      return Readable.from(resuming(first, range?.start ?? 0, (rest) => bucket.get(key, rest, first.etag)));
    },
    remove: (key) => bucket.remove(key),
    removeBelow: (prefix) => bucket.removeBelow(prefix),
    check: () => bucket.check(),
  };
}

class Bucket {
  private readonly settings: S3Settings;
  private client: Promise<S3Client> | undefined;

  constructor(settings: S3Settings) {
    this.settings = settings;
  }

  async get(key: string, range: ByteRange | undefined, sameAs?: string) {
    const { GetObjectCommand } = await library();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new GetObjectCommand({ ...this.at(key), Range, IfMatch: sameAs });
    const answer = await (await this.connect()).send(command).catch(fail(key));
    return { body: answer.Body as Readable, length: answer.ContentLength ?? 0, etag: answer.ETag };
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const { PutObjectCommand } = await library();
    const command = new PutObjectCommand({ ...this.at(key), Body: bytes, ContentLength: bytes.length });
    await (await this.connect()).send(command).catch(fail(key));
  }

  async putStream(key: string, source: Readable): Promise<void> {
    const [{ Upload }, client] = await Promise.all([import("@aws-sdk/lib-storage"), this.connect()]);
    const params = { ...this.at(key), Body: source };
    const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_A_TIME });
    let broken: unknown;
    source.once("error", (error) => (broken = error));
    // Parts of what was not finished are taken away by the library.
    await upload.done().catch((error: unknown) => Promise.reject(broken ?? told(error, key)));
  }

  async remove(key: string): Promise<void> {
    const { DeleteObjectCommand } = await library();
    await (await this.connect()).send(new DeleteObjectCommand(this.at(key))).catch(fail(key));
  }

  async removeBelow(prefix: string): Promise<void> {
    const { ListObjectsV2Command } = await library();
    for (;;) {
      const command = new ListObjectsV2Command({
        Bucket: this.settings.bucket,
        Prefix: `${prefix}/`,
        MaxKeys: 100,
      });
      const { Contents = [] } = await (await this.connect()).send(command).catch(fail(prefix));
      for (const { Key } of Contents) if (Key) await this.remove(Key);
      if (Contents.length === 0) return;
    }
  }

  async check(): Promise<void> {
    const { HeadBucketCommand } = await library();
    const { bucket } = this.settings;
    await (await this.connect()).send(new HeadBucketCommand({ Bucket: bucket })).catch(fail(bucket));
  }

  private connect(): Promise<S3Client> {
    return (this.client ??= library().then(({ S3Client }) => new S3Client(optionsOf(this.settings))));
  }

  private at(key: string) {
    return { Bucket: this.settings.bucket, Key: key };
  }
}

type Part = { body: Readable; length: number };

/** The whole of an object although its connection breaks: what is missing is asked for again, of the same object only. */
async function* resuming(
  first: Part,
  start: number,
  ask: (rest: ByteRange) => Promise<Part>,
): AsyncGenerator<Buffer> {
  const end = start + first.length;
  let at = start;
  let { body } = first;
  for (let resumes = 0; ; resumes++) {
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        at += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (resumes >= RESUMES)
        throw new StorageUnavailableError("The file storage broke off", { cause: error });
    } finally {
      body.destroy();
    }
    if (at >= end) return;
    if (resumes >= RESUMES) throw new StorageUnavailableError("The file storage broke off");
    ({ body } = await ask({ start: at, end: end - 1 }));
  }
}

function optionsOf(settings: S3Settings): S3ClientConfig {
  const { endpoint, region, accessKeyId, secretAccessKey, pathStyle } = settings;
  return {
    region,
    forcePathStyle: pathStyle,
    maxAttempts: TRIES,
    // Trailing checksums, which the library adds by itself, end up in the file on servers that do not know them.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      throwOnRequestTimeout: true,
    },
    ...(endpoint && { endpoint: endpoint.href }),
    // Without keys the library looks for those of the machine it runs on.
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  };
}

const fail = (key: string) => (error: unknown) => Promise.reject(told(error, key));

/** What is missing is missing; everything else is the storage's fault, and is said to be. */
function told(error: unknown, key: string): Error {
  const name = error instanceof Error ? error.name : "";
  if (name === "NoSuchKey")
    return Object.assign(new Error(`Nothing is stored under ${key}`, { cause: error }), { code: "ENOENT" });
  return new StorageUnavailableError(`The file storage failed: ${name || String(error)}`, { cause: error });
}
