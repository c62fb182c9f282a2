import type { ModelProvider } from "#contract/models.ts";
import { OPERATORS } from "#contract/shared/model-choices.ts";
import type { Database } from "../../db/client.ts";
import { notFound } from "../../failure.ts";
import type { Config } from "../../platform/config.ts";
import type { OperatorModels } from "../../platform/model-settings.ts";
import { type UserSecrets, UserSecretError } from "../../platform/user-secrets.ts";
import type { Connection } from "./model-client.ts";
import { ModelFault } from "./model-fault.ts";
import { PURPOSE, providerRow, providerRows, type ProviderRow, toProvider } from "./provider-rows.ts";
import { hostOf } from "./send.ts";

/** A provider as people see it, and what it takes to talk to it. */
export type Known = {
  provider: ModelProvider;
  /** @throws ModelFault when its key cannot be opened */
  connect: () => Connection;
};

type Stored = { config: Pick<Config, "models" | "egressAllow">; db: Database; secrets: UserSecrets };

/** Which providers an account may use: its own, where the operator allows that, before the operator's. */
export function knownProviders({ config, db, secrets }: Stored) {
  const { canUsersAdd } = config.models;
  const operators = config.models.providers.map(toKnown);
  const ownOf = (userId: string, row: ProviderRow): Known => ({
    provider: toProvider(row, config),
    connect: () => ({
      kind: row.kind,
      baseUrl: row.base_url,
      key: openKey(secrets, userId, row.sealed_key),
      source: "user",
    }),
  });
  return {
    async all(userId: string): Promise<Known[]> {
      if (!canUsersAdd) return operators;
      const rows = await providerRows(db, userId);
      return [...rows.map((row) => ownOf(userId, row)), ...operators];
    },
    /** @throws Failure NOT_FOUND */
    async one(userId: string, providerId: string): Promise<Known> {
      const isOperators = OPERATORS.test(providerId);
      if (!isOperators && canUsersAdd) return ownOf(userId, await providerRow(db, userId, providerId));
      const found = operators.find(({ provider }) => provider.id === providerId);
      if (!found) throw notFound();
      return found;
    },
  };
}

function toKnown(
  { name, kind, baseUrl, key, models, prices, isLocal }: OperatorModels,
  index: number,
): Known {
  return {
    provider: {
      id: `operator-${index + 1}`,
      name,
      kind,
      isOperators: true,
      host: hostOf({ baseUrl }),
      url: null,
      keyEnd: null,
      models,
      prices,
      isLocal,
      isEnabled: true,
    },
    connect: () => ({ kind, baseUrl, key, source: "operator" }),
  };
}

function openKey(secrets: UserSecrets, userId: string, sealed: string | null): string | null {
  if (sealed === null) return null;
  try {
    return secrets.open(sealed, { userId, purpose: PURPOSE });
  } catch (error) {
    if (!(error instanceof UserSecretError)) throw error;
    throw new ModelFault("key", `${error.message} Enter the key again.`);
  }
}
