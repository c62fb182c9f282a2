import { fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { compressFolder } from "../scripts/compress.ts";
import { ask } from "./http.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const built = join(root, ".cache/bench-floors");

export type Floor = {
  url: string;
  /** A plain GET or POST against Node's own server. */
  get: (size: number, body?: unknown) => Promise<void>;
  stop: () => void;
};

/** Builds the floor pages as the product's are built, and serves them. */
export async function startFloor(): Promise<Floor> {
  const folder = join(root, "bench/floors");
  await build({
    root: folder,
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: built,
      emptyOutDir: true,
      target: "es2023",
      rolldownOptions: {
        input: ["react", "prosemirror", "contenteditable"].map((page) => join(folder, `${page}.html`)),
      },
    },
  });
  await compressFolder(built);
  const child = fork(new URL("bare-server.ts", import.meta.url), [built]);
  const port = await new Promise<number>((resolve) =>
    child.once("message", (message) => resolve((message as { port: number }).port)),
  );
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    get: async (size, body) => {
      await ask(`${url}/?size=${size}`, { body });
    },
    stop: () => child.kill(),
  };
}
