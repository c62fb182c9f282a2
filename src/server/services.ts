import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { RECORD_KINDS } from "#contract/changesets.ts";
import { IMPORT_ROW_KINDS } from "#contract/imports.ts";
import { startReadingTexts } from "./attachments/file-texts.ts";
import { createAccounts } from "./accounts/accounts.ts";
import { findBackups } from "./backup/folder.ts";
import type { Services } from "./base.ts";
import { createInvitationLinks } from "./calendar/invitations/links.ts";
import { createCollab } from "./collab/collab.ts";
import { createContact } from "./contact/contact.ts";
import { openDatabase } from "./db/client.ts";
import { type Connections, EMBEDDED, embeddedConnections, outsideConnections } from "./db/connections.ts";
import { awaitDatabase } from "./db/await-database.ts";
import { migrate } from "./db/migrate.ts";
import { warnOfUnsafeSettings } from "./db/unsafe-settings.ts";
import { type Feature, joinRegistered, type OutsideServices } from "./feature.ts";
import { features } from "./features.ts";
import { openStorage } from "./files/storage/storage.ts";
import { type Config, ConfigError } from "./platform/config.ts";
import { isOpenToConfined } from "./platform/confined-process.ts";
import { createEgress } from "./platform/egress/egress.ts";
import { ensureDataFolder } from "./platform/data-folder.ts";
import type { Logger } from "./platform/log.ts";
import { countDeliveries, createMailer } from "./platform/mail.ts";
import { createMonitor } from "./platform/monitor/monitor.ts";
import { OtherMajorError } from "./platform/postgres/cluster.ts";
import { claimDatabase, ensureRolesAndDatabase } from "./platform/postgres/roles.ts";
import { damageIn, DatabaseStartError } from "./platform/postgres/start-error.ts";
import { startEmbeddedPostgres } from "./platform/postgres/supervisor.ts";
import { readSecret } from "./platform/secret.ts";
import { createUserSecrets } from "./platform/user-secrets.ts";
import { derivePushKey } from "./reminders/web-push.ts";
import { createPagePasswords } from "./sharing/page-passwords.ts";
import { createShares } from "./sharing/shares.ts";
import { createAnswers } from "./ai/chat/answers.ts";
import { createOperatorTools } from "./ai/operator-tools/operator-tools.ts";
import { createModels } from "./ai/providers/models.ts";
import { createFeeds } from "./feeds/feeds.ts";
import { createWeather } from "./weather/weather.ts";

export type OpenServices = Services & { close: () => Promise<void> };

/** Everything between configuration and HTTP: the database (ours or the operator's), migrated, and what works on it. */
export async function openServices(config: Config, log: Logger): Promise<OpenServices> {
  refuseDataInProgram(config);
  await refuseMissingLanguages(config);
  await ensureDataFolder(config.dataDir);
  const database = config.databaseUrl
    ? { connections: outsideConnections(config.databaseUrl, config.databaseOwnerUrl), stop: async () => {} }
    : await startEmbedded(config, log);
  try {
    const prepare = () => migrate(database.connections);
    // Our own has answered already.
    await (config.databaseUrl ? awaitDatabase(prepare, log) : prepare());
    const services = assemble(config, log, database.connections, await readSecret(config));
    await warnOfUnsafeSettings(services.db, log);
    await services.storage
      .check()
      .catch((error: unknown) => log.error({ err: error }, "files cannot be read or written"));
    const stopReadingTexts = startReadingTexts(services);
    return {
      ...services,
      close: async () => {
        await stopReadingTexts();
        await services.answers.close();
        await services.collab.stop();
        await services.db.close();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw config.databaseUrl ? error : await withNewestBackup(error, config);
  }
}

/** Every picture would be looked at in vain, and not again. */
async function refuseMissingLanguages({ pictureText: { languages } }: Config): Promise<void> {
  const files = languages === null ? null : await readdir(languages).catch(() => []);
  if (files?.every((file) => !/\.traineddata(\.gz)?$/.test(file)))
    throw new ConfigError(
      `PICTURE_TEXT_LANGUAGES is ${languages}, but no language lies there, so Cairn did not start.\n` +
        "  Example: PICTURE_TEXT_LANGUAGES=/usr/share/tesseract-ocr/5/tessdata",
    );
}

/** What reads hostile files may read the program: nobody's files may lie there. */
function refuseDataInProgram({ dataDir, backups }: Config): void {
  for (const [name, path] of [
    ["DATA_DIR", dataDir],
    ["BACKUP_DIR", backups.dir],
  ] as const)
    if (isOpenToConfined(path))
      throw new ConfigError(
        `${name} is ${path}, which lies within Cairn's own code. Processes that read uploaded files may read that, so ` +
          `Cairn did not start.\n  Example: ${name}=/var/lib/cairn`,
      );
}

/** For tests too, which bring their own database. */
export function assemble(config: Config, log: Logger, connections: Connections, secret: string): Services {
  const { monitor, db, mailer } = openCounted(config, log, connections);
  const collab = createCollab(db, log, { notes: config.quotaNotes, bytes: config.quotaTextBytes });
  const storage = openStorage(config);
  const registered: readonly Feature[] = features;
  const egress = createEgress(config.egressAllow);
  const secrets = createUserSecrets(secret);
  const outside = outsideParts(registered, { storage, config, egress, secrets, log });
  const accounts = createAccounts({ config, db, secret, mailer, log, outside });
  const contact = createContact({ config, db, secret, mailer, log });
  const shares = createShares({ config, db, log });
  const pagePasswords = createPagePasswords(secret, db.authPool, config.publicUrl.protocol === "https:");
  const changeables = joinRegistered(registered, "changes", RECORD_KINDS);
  const models = createModels({ config, db, egress, secrets });
  const operatorTools = createOperatorTools({ config, egress, log });
  return {
    config,
    log,
    db,
    collab,
    accounts,
    contact,
    storage,
    importRows: joinRegistered(registered, "importRows", IMPORT_ROW_KINDS),
    changeables,
    pagePasswords,
    invitationLinks: createInvitationLinks(secret),
    shares,
    mailer,
    monitor,
    egress,
    pushKey: derivePushKey(secret),
    weather: createWeather({ config, egress, log, pool: db.authPool }),
    feeds: createFeeds({ egress, pool: db.authPool }),
    secrets,
    models,
    operatorTools,
    answers: createAnswers({ db, collab, models, log, storage, config, changeables, operatorTools }),
  };
}

/** Database and mail, which are counted from their first use. */
function openCounted(config: Config, log: Logger, connections: Connections) {
  const monitor = createMonitor();
  const onFault = (error: Error) => log.warn({ err: error }, "the database has a fault");
  const db = openDatabase(connections, onFault, undefined, (name, ms) => {
    monitor.statement(name, ms);
    if (name === "log-update") monitor.operation("sync.write", ms, false);
  });
  return { monitor, db, mailer: countDeliveries(createMailer(config, log), monitor) };
}

const outsideParts = (registered: readonly Feature[], services: OutsideServices) =>
  registered.flatMap(({ outside: part }) =>
    part ? [{ ...part, remove: (key: string) => part.remove(services, key) }] : [],
  );

async function startEmbedded(
  config: Config,
  log: Logger,
): Promise<{ connections: Connections; stop: () => Promise<void> }> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log }).catch(
    async (error: unknown) => {
      throw await withNewestBackup(error, config);
    },
  );
  const claim = new pg.Client({ ...postgres.superuser, database: EMBEDDED.database });
  const stop = async () => {
    await claim.end().catch(() => {});
    await postgres.stop();
  };
  claim.on("error", (error) => log.warn({ err: error }, "the connection that claims the data folder broke"));
  try {
    await ensureRolesAndDatabase(postgres.superuser);
    await claim.connect();
    await claimDatabase(claim, config.dataDir);
  } catch (error) {
    await stop();
    throw await withNewestBackup(error, config);
  }
  return { connections: embeddedConnections({ host: postgres.host, port: postgres.port }), stop };
}

/** Says of a database that cannot be used any more what can be had instead. */
async function withNewestBackup(error: unknown, { dataDir, backups }: Config): Promise<unknown> {
  const fault = damageIn(error, join(dataDir, "postgres")) ?? error;
  const isDamaged = fault instanceof DatabaseStartError && fault.isDamaged;
  if (!isDamaged && !(fault instanceof OtherMajorError)) return fault;
  const [newest] = await findBackups(backups.dir);
  const of = newest?.at.toLocaleString("sv");
  if (newest)
    fault.message += `\nThe newest backup here, of ${of}, is ${newest.path}; it holds nothing later.`;
  if (isDamaged) fault.message += newest ? restoreWith(newest.path) : noBackup(backups.dir);
  return fault;
}

const restoreWith = (path: string) =>
  `\nTo put it in the place of the damaged database, which is kept beside it:\n  npm run restore -- ${path}`;
const noBackup = (dir: string) =>
  `\nThere is no backup in ${dir}. Keep a copy of the data folder before anything else is tried; with a backup ` +
  "from elsewhere:\n  npm run restore -- FILE";
