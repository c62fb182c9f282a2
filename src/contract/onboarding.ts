import { z } from "zod";
import { signedIn } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { TOUR_STEPS } from "./shared/frame-choices.ts";

export const TourStep = z.enum(TOUR_STEPS);
export type TourStep = z.infer<typeof TourStep>;

export const Onboarding = z
  .object({
    isEnabled: z.boolean(),
    isCompleted: z.boolean(),
    currentStep: z.int().describe("Index in the order of steps, from 0"),
    completedSteps: z.array(TourStep),
    lastSeenStep: TourStep.nullable().describe("null: a new user"),
    hasSample: z.boolean().describe("The sample workspace is there and can be removed"),
  })
  .describe("How far a person has come in the tour");
export type Onboarding = z.infer<typeof Onboarding>;

export const onboarding = {
  get: signedIn
    .route({ method: "GET", path: "/onboarding", summary: "How far the tour has come" })
    .input(z.object({}).optional())
    .output(Onboarding),

  update: signedIn
    .route({ method: "PATCH", path: "/onboarding", summary: "Keep how far the tour has come" })
    .input(
      z.object({
        isEnabled: z.boolean().optional(),
        isCompleted: z.boolean().optional(),
        currentStep: z.int().min(0).max(TOUR_STEPS.length).optional(),
        completedSteps: z.array(TourStep).max(TOUR_STEPS.length).optional(),
        lastSeenStep: TourStep.optional(),
      }),
    )
    .output(Onboarding),

  addSample: signedIn
    .route({
      method: "POST",
      path: "/onboarding/sample",
      summary: "Make the sample workspace",
      successStatus: 201,
    })
    .input(z.object({}).optional())
    .output(Onboarding),

  removeSample: signedIn
    .route({
      method: "DELETE",
      path: "/onboarding/sample",
      summary: "Put the sample workspace into the trash, but for what was changed in it",
    })
    .input(z.object({}).optional())
    .output(z.object({ onboarding: Onboarding, removed: z.int(), kept: z.int() })),
};

export const onboardingNoun = defineNoun({
  operations: onboarding,
  liveEntities: ["onboarding"],
});
