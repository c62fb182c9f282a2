import { TOUR_STEPS } from "#contract/shared/frame-choices.ts";
import type { Onboarding, TourStep } from "#contract/onboarding.ts";
import { type OnboardingChange, updateOnboarding } from "../../kernel/workspace/frame.ts";

const LAST = TOUR_STEPS.length - 1;

/** The page that a step belongs to. */
export const pageOfStep = (step: TourStep) => (step === "settings" ? "/app/settings" : "/app/dashboard");

/** A new user, who has seen nothing of the tour. */
export const isWelcomeDue = (state: Onboarding) =>
  state.lastSeenStep === null && !state.isCompleted && state.currentStep === 0;

/** The step that is due, while there is a tour. */
export function dueStep(state: Onboarding): TourStep | null {
  if (!state.isEnabled || state.isCompleted || state.lastSeenStep === null) return null;
  return TOUR_STEPS[Math.min(state.currentStep, LAST)] ?? null;
}

/** On to the next step; past the last one the tour is completed. */
export function nextChange(state: Onboarding): OnboardingChange {
  const done = TOUR_STEPS[state.currentStep];
  const completedSteps = [...new Set([...state.completedSteps, ...(done ? [done] : [])])];
  if (state.currentStep >= LAST) return { completedSteps, isCompleted: true, currentStep: LAST };
  const currentStep = state.currentStep + 1;
  return { completedSteps, currentStep, lastSeenStep: TOUR_STEPS[currentStep]! };
}

export function previousChange(state: Onboarding): OnboardingChange {
  const currentStep = Math.max(0, state.currentStep - 1);
  return { currentStep, lastSeenStep: TOUR_STEPS[currentStep]! };
}

export const START: OnboardingChange = {
  isEnabled: true,
  isCompleted: false,
  currentStep: 0,
  completedSteps: [],
  lastSeenStep: "welcome",
};

export const SKIP: OnboardingChange = { isEnabled: false, isCompleted: true, lastSeenStep: "welcome" };

/** From the first step, whatever was before. */
export const startTour = () => updateOnboarding(START);
