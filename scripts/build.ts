import { buildServer } from "./build-server.ts";
import { buildWeb } from "./build-web.ts";

/** What `npm start` runs, in dist: the web part and the server. */
export async function build(): Promise<void> {
  await buildWeb();
  await buildServer();
}

if (import.meta.main) {
  try {
    await build();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
