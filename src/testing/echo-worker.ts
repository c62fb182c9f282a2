import { parentPort, threadId } from "node:worker_threads";

/** A thread that answers each message with it and with who it is; "end" ends it without an answer. */
parentPort!.on("message", (said: string) => {
  if (said === "end") process.exit(1);
  parentPort!.postMessage({ said, threadId });
});
