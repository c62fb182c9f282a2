import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import S3rver from "s3rver";
import type { S3Settings } from "#server/files/storage/storage-s3.ts";
import { checkSignature, type S3Key } from "../check-signature.ts";

/** What goes wrong: an answer of 500, a connection that ends before the answer or within it, an answer that takes its time. */
export type Fault = "error" | "cut" | "cut in the middle" | "slow";

export type TestBucket = {
  settings: S3Settings;
  /** So many of the next requests fail like this. */
  fail: (fault: Fault, times: number) => void;
  /** How many did, since this was asked last. */
  failed: () => number;
  close: () => Promise<void>;
};

const BUCKET = "cairn";
/** The one key that the server knows. */
const KEY: S3Key = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
const SLOW_MS = 1_500;

/**
 * A server that speaks S3, knows one key and keeps its bucket on the disk; before it a gate that checks signatures and breaks what is
 * asked of it.
 */
export async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), "cairn-bucket-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  let fault: Fault = "error";
  let times = 0;
  let failed = 0;
  const gate = createServer((incoming, outgoing) => {
    const isBreaking = times > 0 && (fault !== "cut in the middle" || incoming.method === "GET");
    if (isBreaking) {
      times -= 1;
      failed += 1;
    }
    void pass(port, incoming, outgoing, isBreaking ? fault : null).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const { port: gatePort } = gate.address() as AddressInfo;
  return {
    settings: {
      bucket: BUCKET,
      endpoint: new URL(`http://127.0.0.1:${gatePort}`),
      region: "us-east-1",
      ...KEY,
      pathStyle: true,
    },
    fail: (kind, count) => {
      [fault, times] = [kind, count];
    },
    failed: () => {
      const before = failed;
      failed = 0;
      return before;
    },
    close: async () => {
      gate.closeAllConnections();
      await new Promise((resolve) => gate.close(resolve));
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function pass(
  port: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | null,
): Promise<void> {
  if (fault === "cut") return void incoming.socket.destroy();
  if (fault === "error") {
    incoming.resume();
    outgoing.writeHead(500, { "content-type": "application/xml" });
    return void outgoing.end("<Error><Code>InternalError</Code><Message>planted</Message></Error>");
  }
  if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  const { method, url, headers } = incoming;
  const body = await buffer(incoming);
  const refused = await checkSignature(incoming, body, KEY);
  if (refused) {
    outgoing.writeHead(refused.status, { "content-type": "application/xml" });
    return void outgoing.end(`<Error><Code>${refused.code}</Code><Message>refused</Message></Error>`);
  }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const inner = request({ host: "127.0.0.1", port, method, path: url, headers }, resolve);
    inner.on("error", reject);
    inner.end(body);
  });
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
  if (fault !== "cut in the middle") return pipeline(answer, outgoing);
  let left = Number(answer.headers["content-length"] ?? 0) / 2;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    outgoing.write(chunk);
    left -= chunk.length;
    if (left <= 0) break;
  }
  incoming.socket.destroySoon();
}
