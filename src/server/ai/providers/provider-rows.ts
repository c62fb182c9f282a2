import type { ModelPrices, ModelProvider, TaskModels } from "#contract/models.ts";
import { type ModelKind, type ModelTask, MOST_PROVIDERS } from "#contract/shared/model-choices.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { logActivity, quoted } from "../../activity/log-activity.ts";
import type { Database, Tx } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { modelProviders } from "../../db/schema/models.ts";
import { Failure, notFound } from "../../failure.ts";
import { recordChange } from "../../live/record-change.ts";
import type { Config } from "../../platform/config.ts";
import { hostPort } from "../../platform/egress/destination.ts";
import { isLocalAddress } from "../../platform/egress/local-address.ts";
import type { UserSecrets } from "../../platform/user-secrets.ts";
import { hostOf } from "./send.ts";

const LISTED = [
  "id",
  "kind",
  "name",
  "base_url",
  "sealed_key",
  "key_end",
  "models",
  "prices",
  "is_enabled",
] as const;
const COLUMNS = LISTED.join(", ");
export type ProviderRow = Row<typeof modelProviders, typeof LISTED>;

export const PURPOSE = "model-key";

type Allowed = Pick<Config, "egressAllow">;

export const toProvider = (row: ProviderRow, allowed: Allowed): ModelProvider => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  isOperators: false,
  host: hostOf({ baseUrl: row.base_url }),
  url: row.base_url,
  keyEnd: row.sealed_key === null ? null : (row.key_end ?? ""),
  models: row.models,
  prices: row.prices,
  isLocal: isLocal(row, allowed),
  isEnabled: row.is_enabled,
});

/** Whoever names an inside server that the operator didn't list reaches none: only public addresses are connected to then. */
const isLocal = ({ base_url: url }: ProviderRow, { egressAllow }: Allowed): boolean =>
  isLocalAddress(url) && egressAllow.includes(hostPort(new URL(url)));

/** Oldest first: that is the order in which they are tried for a task. */
export const providerRows = (db: Database, userId: string): Promise<ProviderRow[]> =>
  db.queryAs<ProviderRow>(
    userId,
    `SELECT ${COLUMNS} FROM model_providers WHERE user_id = $1 ORDER BY id`,
    [userId],
    "list-model-providers",
  );

/** @throws Failure NOT_FOUND */
export async function providerRow(db: Database, userId: string, providerId: string): Promise<ProviderRow> {
  const [row] = await db.queryAs<ProviderRow>(
    userId,
    `SELECT ${COLUMNS} FROM model_providers WHERE user_id = $1 AND id = $2`,
    [userId, providerId],
    "model-provider",
  );
  if (!row) throw notFound();
  return row;
}

type Stored = { db: Database; secrets: UserSecrets; config: Allowed };
type NewProvider = {
  id?: string | undefined;
  name: string;
  kind: ModelKind;
  url: string;
  key?: string | null | undefined;
  models?: TaskModels | undefined;
};

/** Sent again under the same id, it is there. @throws Failure QUOTA_EXCEEDED, CONFLICT when the id is someone else's */
export function createProvider(
  { db, secrets, config }: Stored,
  userId: string,
  { id = uuidV7(), name, kind, url, key = null, models = {} }: NewProvider,
): Promise<ModelProvider> {
  return db.withUser(userId, async (tx) => {
    // One at a time, so that none comes in while another counts.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('models ' || $1, 0))", [userId]);
    const find = () =>
      tx.query<ProviderRow>(
        `SELECT ${COLUMNS} FROM model_providers WHERE user_id = $1 AND id = $2`,
        [userId, id],
        "model-provider",
      );
    const [there] = await find();
    if (there) return toProvider(there, config);
    const { sealed, end } = sealedOf(secrets, userId, key);
    const [row] = await tx.query<ProviderRow>(
      `INSERT INTO model_providers (id, user_id, kind, name, base_url, sealed_key, key_end, models)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8::jsonb
       WHERE (SELECT count(*) FROM model_providers WHERE user_id = $2) < ${MOST_PROVIDERS}
       ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}`,
      [id, userId, kind, name, url, sealed, end, JSON.stringify(models)],
    );
    if (!row) throw await whyNotCreated(tx);
    await tell(tx, id, "insert", `Added the model provider ${quoted(name)}`);
    return toProvider(row, config);
  });
}

async function whyNotCreated(tx: Tx): Promise<Failure> {
  const rows = await tx.query("SELECT 1 FROM model_providers WHERE user_id = $1", [tx.userId]);
  return rows.length < MOST_PROVIDERS
    ? new Failure("CONFLICT", "This id is taken. Create another one and try again.")
    : new Failure("QUOTA_EXCEEDED", `You already have ${MOST_PROVIDERS} model providers. Remove one first.`);
}

type Change = {
  name?: string | undefined;
  url?: string | undefined;
  key?: string | null | undefined;
  models?: { [Task in ModelTask | "voice"]?: string | null | undefined } | undefined;
  prices?: ModelPrices | undefined;
  isEnabled?: boolean | undefined;
};

/** @throws Failure NOT_FOUND */
export function updateProvider(
  { db, secrets, config }: Stored,
  userId: string,
  providerId: string,
  change: Change,
): Promise<ModelProvider> {
  return db.withUser(userId, async (tx) => {
    const [before] = await tx.query<ProviderRow>(
      `SELECT ${COLUMNS} FROM model_providers WHERE user_id = $1 AND id = $2 FOR UPDATE`,
      [userId, providerId],
    );
    if (!before) throw notFound();
    const key = keyAfter(before, change, (plain) => sealedOf(secrets, userId, plain));
    const [row] = await tx.query<ProviderRow>(
      `UPDATE model_providers SET name = $3, base_url = $4, sealed_key = $5, key_end = $6,
         models = jsonb_strip_nulls(models || $7::jsonb), is_enabled = $8, prices = coalesce($9::jsonb, prices), updated_at = now()
       WHERE user_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
      [
        userId,
        providerId,
        change.name ?? before.name,
        change.url ?? before.base_url,
        key.sealed,
        key.end,
        JSON.stringify(change.models ?? {}),
        change.isEnabled ?? before.is_enabled,
        change.prices ? JSON.stringify(change.prices) : null,
      ],
    );
    await tell(tx, providerId, "update", `Changed the model provider ${quoted(row!.name)}`);
    return toProvider(row!, config);
  });
}

type Sealed = { sealed: string | null; end: string | null };

/** A key goes to the server that it was entered for: who may change an address must not learn it by changing that. */
function keyAfter(before: ProviderRow, { key, url }: Change, seal: (plain: string | null) => Sealed): Sealed {
  if (key !== undefined) return seal(key);
  const isElsewhere = url !== undefined && new URL(url).origin !== new URL(before.base_url).origin;
  return isElsewhere ? seal(null) : { sealed: before.sealed_key, end: before.key_end };
}

/** The end of a short key would tell too much of it. */
const sealedOf = (secrets: UserSecrets, userId: string, key: string | null): Sealed =>
  key === null
    ? { sealed: null, end: null }
    : {
        sealed: secrets.seal(key, { userId, purpose: PURPOSE }),
        end: key.length >= 16 ? key.slice(-4) : "",
      };

/** @throws Failure NOT_FOUND */
export function removeProvider(db: Database, userId: string, providerId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [gone] = await tx.query<{ name: string }>(
      "DELETE FROM model_providers WHERE user_id = $1 AND id = $2 RETURNING name",
      [userId, providerId],
    );
    if (!gone) throw notFound();
    await tell(tx, providerId, "delete", `Removed the model provider ${quoted(gone.name)}`);
  });
}

async function tell(tx: Tx, entityId: string, operation: "insert" | "update" | "delete", title: string) {
  const { userId } = tx;
  await recordChange(tx, { userId, entity: "modelProvider", entityId, operation });
  await logActivity(tx, { type: "settings_updated", title, entityType: "account", entityId: userId });
}
