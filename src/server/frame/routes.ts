import type { Frame } from "#contract/frame.ts";
import { signedIn } from "../base.ts";
import type { CurrentSession } from "../accounts/accounts.ts";
import type { Database } from "../db/client.ts";
import type { Config } from "../platform/config.ts";
import { getOnboarding, type OnboardingRow, toOnboarding, updateOnboarding } from "./onboarding.ts";
import { getPreferences, type PreferencesRow, toPreferences, updatePreferences } from "./preferences.ts";
import { addSample, removeSample } from "./sample-workspace.ts";
import { ensureWorkspace, getWorkspace, toWorkspace, updateWorkspace } from "./workspaces.ts";

/** One transaction, so that the parts fit each other; its statements travel together. */
function getFrame(
  db: Database,
  userId: string,
  { isDemo, config }: { isDemo: boolean; config: Config },
): Promise<Frame> {
  return db.withUser(userId, async (tx) => {
    const [workspace, [preferences], [onboarding], [unread]] = await Promise.all([
      ensureWorkspace(tx),
      tx.query<PreferencesRow>(
        "SELECT dashboard_theme, settings FROM user_preferences WHERE user_id = $1",
        [userId],
        "select-preferences",
      ),
      tx.query<OnboardingRow>(
        "SELECT * FROM user_onboarding WHERE user_id = $1",
        [userId],
        "select-onboarding",
      ),
      // Beside each other in one statement, because every start of the app waits for this.
      tx.query<{ count: number; paints: boolean; writes: boolean }>(
        `SELECT count(*)::int AS count, EXISTS (
           SELECT FROM model_providers WHERE user_id = $1 AND is_enabled AND models ? 'image') AS paints, EXISTS (
           SELECT FROM model_providers WHERE user_id = $1 AND is_enabled AND models ?| ARRAY['quick', 'chat']) AS writes
         FROM notifications WHERE user_id = $1 AND read_at IS NULL`,
        [userId],
        "count-unread",
      ),
    ]);
    return {
      workspace: toWorkspace(workspace),
      preferences: toPreferences(preferences, isDemo),
      onboarding: toOnboarding(onboarding),
      unreadNotifications: unread!.count,
      banner: config.banner,
      ...whichModels(config, unread!),
    };
  });
}

/** What can be asked of the operator's models, or of one's own. */
const whichModels = (
  { models: { providers, canUsersAdd } }: Config,
  own: { paints: boolean; writes: boolean },
) => ({
  hasTextModel: providers.some(({ models }) => models.quick || models.chat) || (canUsersAdd && own.writes),
  hasImageModel: providers.some(({ models }) => models.image) || (canUsersAdd && own.paints),
});

/** The operator's account for visitors, if this is it. */
const isDemo = ({ config, currentSession }: { config: Config; currentSession: CurrentSession }): boolean =>
  currentSession.email.toLowerCase() === config.demoEmail;

export const frameRoutes = {
  get: signedIn.frame.get.handler(({ context }) =>
    getFrame(context.db, context.userId, { isDemo: isDemo(context), config: context.config }),
  ),
};

export const workspaceRoutes = {
  get: signedIn.workspace.get.handler(({ context }) => getWorkspace(context.db, context.userId)),
  update: signedIn.workspace.update.handler(({ input, context }) =>
    updateWorkspace(context.db, context.userId, input),
  ),
};

export const preferencesRoutes = {
  get: signedIn.preferences.get.handler(({ context }) =>
    getPreferences(context.db, context.userId, isDemo(context)),
  ),
  update: signedIn.preferences.update.handler(({ input, context }) =>
    updatePreferences(context.db, context.userId, input, isDemo(context)),
  ),
};

export const onboardingRoutes = {
  get: signedIn.onboarding.get.handler(({ context }) => getOnboarding(context.db, context.userId)),
  update: signedIn.onboarding.update.handler(({ input, context }) =>
    updateOnboarding(context.db, context.userId, input),
  ),
  addSample: signedIn.onboarding.addSample.handler(({ context }) =>
    addSample(context.db, context.collab, context.userId),
  ),
  removeSample: signedIn.onboarding.removeSample.handler(({ context }) =>
    removeSample(context.db, context.userId),
  ),
};
