import { createServerProcess, type ServerProcess } from "./server-process.ts";

/**
 * A started server for many journeys. Its password hashes are cheap, and its database doesn't wait for the disk to have written, six
 * milliseconds for each change: what was committed outlives a killed server and database all the same, and no journey cuts the power.
 * Those that a journey starts by itself do both as in earnest.
 */
export async function startJourneyServer(env: Record<string, string>): Promise<ServerProcess> {
  const server = await createServerProcess({
    TRUSTED_PROXIES: "loopback",
    NODE_OPTIONS: `--import=${new URL("../src/testing/passwords/cheap-hashes.ts", import.meta.url).href}`,
    ...env,
  });
  await server.start();
  for (const name of ["fsync", "full_page_writes"]) await server.query(`ALTER SYSTEM SET ${name} = off`);
  await server.query("SELECT pg_reload_conf()");
  return server;
}
