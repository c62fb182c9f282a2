import type { Services } from "../../base.ts";
import { logActivity } from "../../activity/log-activity.ts";
import type { Tx } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { webdavConnections } from "../../db/schema/drive.ts";
import { Failure } from "../../failure.ts";
import { recordChange } from "../../live/record-change.ts";
import { UserSecretError } from "../../platform/user-secrets.ts";
import { stopBackups } from "../backup/places.ts";
import { FOLDER } from "../backup/place.ts";
import { RemoteFault } from "../remote-fault.ts";
import type { DavDeps, WebdavAccount } from "./ask-webdav.ts";
import { makeFolder } from "./read-folder.ts";

export type WebdavServices = Pick<Services, "db" | "egress" | "secrets">;

const PURPOSE = "webdav-password";
const COLUMNS = ["url", "username", "sealed_password", "created_at"] as const;
type ConnectionRow = Row<typeof webdavConnections, typeof COLUMNS>;

async function findConnection({ db }: Pick<Services, "db">, userId: string): Promise<ConnectionRow | null> {
  const [row] = await db.queryAs<ConnectionRow>(
    userId,
    `SELECT ${COLUMNS.join(", ")} FROM webdav_connections WHERE user_id = $1`,
    [userId],
    "webdav-connection",
  );
  return row ?? null;
}

/** Asks nobody but our own database. */
export async function webdavStatus(services: Pick<Services, "db">, userId: string) {
  const row = await findConnection(services, userId);
  return {
    connection: row && {
      url: row.url,
      username: row.username,
      connectedAt: row.created_at.toISOString(),
    },
  };
}

/** With a folder for backups, which is made there at once: so it is known that the address and the password are right. @throws RemoteFault */
export async function connectWebdav(
  services: WebdavServices,
  userId: string,
  { url: given, ...account }: WebdavAccount,
): Promise<void> {
  const asked = baseOf(given);
  const folder = await makeFolder({ egress: services.egress, account: { url: asked, ...account } }, FOLDER);
  const url = movedTo(asked, folder);
  const sealed = services.secrets.seal(account.password, { userId, purpose: PURPOSE });
  await services.db.withUser(userId, async (tx) => {
    await tx.query(
      `INSERT INTO webdav_connections (user_id, url, username, sealed_password) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE SET url = excluded.url, username = excluded.username, sealed_password = excluded.sealed_password, updated_at = now()`,
      [userId, url, account.username, sealed],
    );
    await tell(tx, "update", { title: "Connected WebDAV", description: new URL(url).host });
  });
}

/** Where the same server leads to: what is sent as a stream can't follow it there. */
function movedTo(asked: string, folder: string): string {
  const name = `${encodeURIComponent(FOLDER)}/`;
  const isSame = new URL(folder).origin === new URL(asked).origin && folder.endsWith(`/${name}`);
  return isSame ? folder.slice(0, -name.length) : asked;
}

/** As people copy it from their server: with or without a slash at its end. @throws RemoteFault */
function baseOf(given: string): string {
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new RemoteFault("Enter the address of the WebDAV folder; it begins with https://.");
  if (url.username || url.password)
    throw new RemoteFault("Enter name and password in their own fields, not in the address.");
  url.hash = url.search = "";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url.href;
}

/** What lies there stays. */
export const forgetWebdav = (services: Pick<Services, "db">, userId: string): Promise<void> =>
  services.db.withUser(userId, async (tx) => {
    const [row] = await tx.query<{ url: string }>(
      "DELETE FROM webdav_connections WHERE user_id = $1 RETURNING url",
      [userId],
    );
    if (!row) return;
    await stopBackups(tx, "webdav");
    await tell(tx, "delete", { title: "Disconnected WebDAV", description: new URL(row.url).host });
  });

async function tell(
  tx: Tx,
  operation: "update" | "delete",
  logged: { title: string; description: string },
): Promise<void> {
  const { userId } = tx;
  await recordChange(tx, { userId, entity: "drive", entityId: userId, operation });
  await logActivity(tx, { type: "settings_updated", ...logged, entityType: "account", entityId: userId });
}

/** @throws Failure CONFLICT without a connection, RemoteFault where its password can't be read any more */
export async function openWebdav(services: WebdavServices, userId: string): Promise<DavDeps> {
  const row = await findConnection(services, userId);
  if (!row) throw new Failure("CONFLICT", "Connect WebDAV first.");
  try {
    const password = services.secrets.open(row.sealed_password, { userId, purpose: PURPOSE });
    return { egress: services.egress, account: { url: row.url, username: row.username, password } };
  } catch (error) {
    // Sealed with a secret that this server had before.
    if (!(error instanceof UserSecretError)) throw error;
    throw new RemoteFault("Cairn can no longer read the password. Connect WebDAV again.", { cause: error });
  }
}
