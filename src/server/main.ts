import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createApp } from "./app.ts";
import { EXPECTED_FAULTS } from "./cli/command.ts";
import { nightlyBackups } from "./backup/nightly.ts";
import { backupSource } from "./backup/source.ts";
import type { Feature } from "./feature.ts";
import { features } from "./features.ts";
import { housekeeping, startCleaningDisk } from "./housekeeping.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { collectWhenIdle } from "./platform/collect-when-idle.ts";
import { readConfig } from "./platform/config.ts";
import { createLog, type Logger, withoutValues } from "./platform/log.ts";
import { openServices, type OpenServices } from "./services.ts";

const STOP_WITHIN_MS = 9_500;
const root = fileURLToPath(new URL("../..", import.meta.url));

async function main(): Promise<void> {
  if (existsSync(`${root}/.env`)) process.loadEnvFile(`${root}/.env`);
  const config = readConfig(process.env, root);
  const log = createLog(config.logLevel);
  logConsole(log);
  const services = await openServices(config, log);
  const app = await createApp(services, {
    webRoot: `${root}/dist/web`,
    ...(process.argv.includes("--dev") && {
      addDevPages: (await import("./dev-pages.ts")).devPages(root, config.publicUrl),
    }),
  });
  await app.http.listen({ port: config.port, host: config.host }).catch(async (error: unknown) => {
    // Else the database we started would outlive us.
    await services.close();
    throw error;
  });
  const stopJobs = await startRepeated(services);
  log.info(`Cairn is ready: ${config.publicUrl.origin}`);
  stopOnSignals(log, async () => {
    await Promise.all([app.stop(), stopJobs()]);
    await services.close();
  });
  process.on("unhandledRejection", (error) => {
    services.monitor.fault(error, "unhandled error");
    log.error({ err: error }, "unhandled error");
  });
}

const backupEnded = (monitor: OpenServices["monitor"]) => (fault: unknown) => {
  monitor.backup.hasFailed = fault !== null;
  if (fault !== null) monitor.fault(fault, "job nightly-backup");
};

/** What is done later or again and again; answers how that is ended. */
async function startRepeated(services: OpenServices): Promise<() => Promise<void>> {
  const { config, log } = services;
  const source = await backupSource(config, services.db.connections);
  const nouns: readonly Feature[] = features;
  const jobs = startJobs(services, [
    housekeeping(nouns),
    nightlyBackups({ config, source, log, onEnd: backupEnded(services.monitor) }).job,
    ...nouns.flatMap((noun) => noun.jobs ?? []),
  ]);
  const stopCleaningDisk = startCleaningDisk(services, nouns);
  const stopCollecting = collectWhenIdle(globalThis.gc);
  return async () => {
    stopCollecting();
    stopCleaningDisk();
    await jobs.stop();
  };
}

function stopOnSignals(log: Logger, close: () => Promise<void>): void {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.error("stopping took too long; what was acknowledged is committed, so ending now is safe");
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    await close();
    log.info("stopped");
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
}

/** Hocuspocus speaks to the console; its words belong into the log, where note text and secrets are taken out. */
function logConsole(log: Logger): void {
  for (const level of ["error", "warn", "info", "log"] as const) {
    console[level] = (...parts: unknown[]) => {
      const safe = parts.map((part) => (typeof part === "string" ? withoutValues(part) : part));
      log[level === "log" ? "info" : level]({ parts: safe }, "message of a library");
    };
  }
}

main().catch((error: unknown) => {
  // Written for the person at the terminal: what is wrong and what to do, without a stack where we know.
  const isExpected =
    EXPECTED_FAULTS.includes((error as Error)?.name) ||
    (error as NodeJS.ErrnoException).code === "EADDRINUSE";
  process.stderr.write(
    `\n${isExpected ? describe(error as NodeJS.ErrnoException) : ((error as Error)?.stack ?? String(error))}\n\n`,
  );
  process.exit(1);
});

function describe(error: NodeJS.ErrnoException): string {
  if (error.code !== "EADDRINUSE") return error.message;
  return `Port ${(error as { port?: number }).port} is in use by another program. Stop it, or set PORT to another number, for example PORT=4871.`;
}
