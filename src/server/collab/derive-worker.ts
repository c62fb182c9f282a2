import { parentPort } from "node:worker_threads";
import * as Y from "yjs";
import { derive } from "#document/derive.ts";

/** Runs beside the server's event loop: a long note takes tens of milliseconds to render, which typing must not feel. */
parentPort!.on("message", ({ id, parts }: { id: number; parts: Uint8Array[] }) => {
  try {
    const readable = parts.filter(isReadable);
    const state = readable.length === 1 ? readable[0]! : Y.mergeUpdates(readable);
    parentPort!.postMessage({ id, derived: derive(state) });
  } catch (error) {
    parentPort!.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});

function isReadable(part: Uint8Array): boolean {
  try {
    Y.decodeUpdate(part);
    return true;
  } catch {
    return false;
  }
}
