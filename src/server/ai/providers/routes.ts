import { consumeAttempt, type Limit } from "../../accounts/rate-limit.ts";
import { type Context, signedIn } from "../../base.ts";
import { Failure } from "../../failure.ts";
import { listCalls, sumDays } from "./calls.ts";
import { asFailure, makeImages } from "./make-images.ts";
import { ModelFault } from "./model-fault.ts";
import { probeServers } from "./probe.ts";
import { knownZone } from "./known-zone.ts";
import { createProvider, removeProvider, updateProvider } from "./provider-rows.ts";
import { testProvider } from "./test-provider.ts";

const { models } = signedIn;

/** Of questions that a person has asked of other servers by pressing buttons. */
const BY_HAND: Limit = { max: 60, windowMinutes: 10 };
const mayAsk = ({ db, userId }: Context & { userId: string }) =>
  consumeAttempt(db.authPool, `models:${userId}`, BY_HAND);

function assertOwnAllowed({ config }: Context): void {
  if (!config.models.canUsersAdd)
    throw new Failure("SWITCHED_OFF", "The server's administrator sets up the AI models here.");
}

export const modelRoutes = {
  list: models.list.handler(({ context }) => context.models.list(context.userId)),
  create: models.create.handler(({ input, context }) => {
    assertOwnAllowed(context);
    return createProvider(context, context.userId, input);
  }),
  update: models.update.handler(({ input: { providerId, ...change }, context }) => {
    assertOwnAllowed(context);
    return updateProvider(context, context.userId, providerId, change);
  }),
  remove: models.remove.handler(async ({ input, context }) => {
    await removeProvider(context.db, context.userId, input.providerId);
    return {};
  }),
  test: models.test.handler(async ({ input, context }) => {
    await mayAsk(context);
    try {
      return { checks: await testProvider(await context.models.open(context.userId, input.providerId)) };
    } catch (error) {
      // Its key could not be opened.
      if (!(error instanceof ModelFault)) throw error;
      return { checks: [{ task: "connection" as const, result: error.kind, message: error.message }] };
    }
  }),
  available: models.available.handler(async ({ input, context }) => {
    await mayAsk(context);
    const { client } = await context.models.open(context.userId, input.providerId).catch(asFailure);
    return { models: await client.listModels().catch(asFailure) };
  }),
  probe: models.probe.handler(async ({ context }) => {
    assertOwnAllowed(context);
    await mayAsk(context);
    return { servers: await probeServers(context.egress, context.config.egressAllow) };
  }),
  calls: models.calls.handler(async ({ input, context }) => ({
    calls: await listCalls(context.db, context.userId, input),
  })),
  days: models.days.handler(async ({ input, context }) => ({
    days: await sumDays(context.db, context.userId, knownZone(input?.timeZone ?? "UTC")),
  })),
  generateImages: models.generateImages.handler(async ({ input, context, signal }) => {
    const images = await makeImages(context, context.userId, { ...input, signal });
    if (!images)
      throw new Failure("SERVICE_FAILED", "No model for pictures is set up. Add one in Settings, AI models.");
    return { images };
  }),
};

export const bannerRoutes = {
  generateBanner: signedIn.workspace.generateBanner.handler(async ({ input, context, signal }) => {
    if (!context.config.banner.canGenerate) throw new Failure("SWITCHED_OFF");
    const wanted = { prompt: input.prompt, count: 2, shape: "wide", signal } as const;
    // Without a provider of pictures the page says so in the specification's words.
    return { images: (await makeImages(context, context.userId, wanted)) ?? [] };
  }),
};
