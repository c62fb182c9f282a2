import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { SERVER_FLAGS } from "../../../scripts/node-flags.mjs";
import { addressesOf } from "../installation.ts";
import type { TestDatabase } from "../test-database.ts";

export type ServerProcess = {
  url: string;
  child: ChildProcess;
  /** As a power cut ends it; resolves when it is gone. */
  kill: () => Promise<void>;
};

/** The server in a process of its own, on the database and the data folder of a test; ends with the test at the latest. */
export async function startServerProcess(database: TestDatabase, dataDir: string): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    [...SERVER_FLAGS, fileURLToPath(new URL("./app-process.ts", import.meta.url))],
    {
      env: {
        ...process.env,
        ...addressesOf(database.connections),
        DATA_DIR: dataDir,
        NODE_ENV: "test",
        LOG_LEVEL: "silent",
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  const { url } = await new Promise<{ url: string }>((done, fail) => {
    child.once("message", (message) => done(message as { url: string }));
    child.once("exit", () => fail(new Error("the server ended at its start")));
  });
  return {
    url,
    child,
    kill: async () => {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
