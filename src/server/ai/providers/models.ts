import type { ModelProvider } from "#contract/models.ts";
import { MODEL_TASKS, type ModelTask } from "#contract/shared/model-choices.ts";
import type { Database } from "../../db/client.ts";
import type { Config } from "../../platform/config.ts";
import type { Egress } from "../../platform/egress/egress.ts";
import type { UserSecrets } from "../../platform/user-secrets.ts";
import { createClient } from "./create-client.ts";
import { type Known, knownProviders } from "./known-providers.ts";
import type { ModelClient } from "./model-client.ts";
import { createAtOnce, recordedModel, type TaskModel } from "./recorded-model.ts";

export type OpenProvider = {
  provider: ModelProvider;
  client: ModelClient;
  /** Its model for a task, recorded; null where none is chosen. */
  model: (task: ModelTask) => TaskModel | null;
};

export type ModelService = ReturnType<typeof createModels>;

/**
 * The models that an account may use. Every call goes through here, so that each is recorded and no more run at once than an account
 * may have.
 */
export function createModels(services: {
  config: Pick<Config, "models" | "egressAllow">;
  db: Database;
  egress: Egress;
  secrets: UserSecrets;
}) {
  const { config, db, egress } = services;
  const known = knownProviders(services);
  const shared = { db, tokensADay: config.models.tokensADay, atOnce: createAtOnce() };

  function open(userId: string, { provider, connect }: Known): OpenProvider {
    const client = createClient(egress, connect());
    return {
      provider,
      client,
      model(task) {
        const model = provider.models[task];
        return model ? recordedModel({ ...shared, ...termsOf(provider), userId, client, model, task }) : null;
      },
    };
  }

  return {
    /** All of them, and which is used for each task. */
    async list(userId: string) {
      const all = await known.all(userId);
      const tasks = Object.fromEntries(MODEL_TASKS.map((task) => [task, choiceOf(all, task)])) as Choices;
      return {
        providers: all.map(({ provider }) => provider),
        canAdd: config.models.canUsersAdd,
        tasks,
      };
    },

    /** What the account uses for a task; null where nothing is set up. @throws ModelFault when its key cannot be opened */
    async forTask(userId: string, task: ModelTask): Promise<TaskModel | null> {
      const found = chosenFor(await known.all(userId), task);
      return found ? open(userId, found).model(task) : null;
    },

    /** @throws Failure NOT_FOUND, ModelFault when its key cannot be opened */
    open: async (userId: string, providerId: string): Promise<OpenProvider> =>
      open(userId, await known.one(userId, providerId)),
  };
}

const termsOf = (provider: ModelProvider) => ({
  provider,
  voice: provider.models.voice,
  prices: provider.prices,
});

type Choices = Record<ModelTask, { providerId: string; model: string } | null>;

const chosenFor = (all: Known[], task: ModelTask): Known | undefined =>
  all.find(({ provider }) => provider.isEnabled && provider.models[task]);

function choiceOf(all: Known[], task: ModelTask): Choices[ModelTask] {
  const found = chosenFor(all, task)?.provider;
  return found ? { providerId: found.id, model: found.models[task]! } : null;
}
