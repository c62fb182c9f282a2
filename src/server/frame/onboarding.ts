import { TOUR_STEPS } from "#contract/shared/frame-choices.ts";
import type { Onboarding, TourStep } from "#contract/onboarding.ts";
import type { Database } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";
import type { Row } from "../db/row.ts";
import type { userOnboarding } from "../db/schema/workspace.ts";

export type OnboardingRow = Row<typeof userOnboarding>;

const isStep = (step: string | null): step is TourStep => TOUR_STEPS.includes(step as TourStep);

export function toOnboarding(row: OnboardingRow | undefined): Onboarding {
  const seen = row?.last_seen_step ?? null;
  return {
    isEnabled: row?.onboarding_enabled ?? true,
    isCompleted: row?.onboarding_completed ?? false,
    currentStep: row?.current_step ?? 0,
    completedSteps: row?.completed_steps.filter(isStep) ?? [],
    lastSeenStep: isStep(seen) ? seen : null,
    hasSample: (row?.sample_ids.length ?? 0) > 0,
  };
}

export async function getOnboarding(db: Database, userId: string): Promise<Onboarding> {
  const [row] = await db.queryAs<OnboardingRow>(
    userId,
    "SELECT * FROM user_onboarding WHERE user_id = $1",
    [userId],
    "select-onboarding",
  );
  return toOnboarding(row);
}

type Change = { [K in Exclude<keyof Onboarding, "hasSample">]?: Onboarding[K] | undefined };

export function updateOnboarding(db: Database, userId: string, change: Change): Promise<Onboarding> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<OnboardingRow>(
      `INSERT INTO user_onboarding AS o
         (user_id, onboarding_enabled, onboarding_completed, current_step, completed_steps, last_seen_step)
       VALUES ($1, coalesce($2, true), coalesce($3, false), coalesce($4, 0), coalesce($5::text[], '{}'), $6)
       ON CONFLICT (user_id) DO UPDATE SET
         onboarding_enabled = coalesce($2, o.onboarding_enabled),
         onboarding_completed = coalesce($3, o.onboarding_completed),
         current_step = coalesce($4, o.current_step),
         completed_steps = coalesce($5::text[], o.completed_steps),
         last_seen_step = coalesce($6, o.last_seen_step), updated_at = now()
       RETURNING *`,
      [
        userId,
        change.isEnabled ?? null,
        change.isCompleted ?? null,
        change.currentStep ?? null,
        change.completedSteps ?? null,
        change.lastSeenStep ?? null,
      ],
    );
    await recordChange(tx, { userId, entity: "onboarding", entityId: userId, operation: "update" });
    return toOnboarding(row);
  });
}
