import { outsideConnections } from "#server/db/connections.ts";
import { openDatabase } from "#server/db/client.ts";
import { createLog } from "#server/platform/log.ts";
import { startTestJobs } from "./job-kinds.ts";

/* A node that runs jobs and nothing else, in a process of its own, on the database of a test. Stops when it is told to. */
const { DATABASE_URL = "", DATABASE_OWNER_URL, NODE_NAME = "" } = process.env;
const db = openDatabase(outsideConnections(DATABASE_URL, DATABASE_OWNER_URL), () => {});
const jobs = startTestJobs({ db, log: createLog("silent"), node: NODE_NAME });
process.on("SIGTERM", () => void jobs.stop().then(() => process.exit()));
process.on("disconnect", () => process.exit());
process.send!("ready");
