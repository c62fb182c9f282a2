import { join } from "node:path";
import { readPidFile } from "#server/platform/postgres/postmaster-identity.ts";
import { summarise } from "./measure.ts";
import { proportionalMemory } from "./memory.ts";
import type { Bench, Row } from "./row.ts";

/** Server and database together, and everything they started. */
export async function memory({ server }: Bench): Promise<Row[]> {
  const [postmaster] = await readPidFile(join(server.dataDir, "postgres"));
  const megabytes = proportionalMemory([server.pid(), Number(postmaster)]);
  return [
    {
      name: "memory after the load",
      unit: "MB",
      figure: summarise([megabytes]),
      note: "proportional set size",
    },
  ];
}

export async function start({ restart }: Bench): Promise<Row[]> {
  const warm: number[] = [];
  for (let round = 0; round < 5; round++) warm.push(await restart());
  const killed: number[] = [];
  for (let round = 0; round < 3; round++) killed.push(await restart({ isKilled: true }));
  return [
    { name: "start, warm", unit: "ms", figure: summarise(warm) },
    { name: "start after SIGKILL of server and database", unit: "ms", figure: summarise(killed) },
  ];
}
