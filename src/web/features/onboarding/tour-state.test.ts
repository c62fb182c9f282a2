import { expect, test } from "vitest";
import type { Onboarding } from "#contract/onboarding.ts";
import { dueStep, isWelcomeDue, nextChange, pageOfStep, previousChange, SKIP, START } from "./tour-state.ts";

const fresh: Onboarding = {
  isEnabled: true,
  isCompleted: false,
  currentStep: 0,
  completedSteps: [],
  lastSeenStep: null,
  hasSample: false,
};
const after = (state: Onboarding, change: object): Onboarding => ({ ...state, ...change });

test("a new user is welcomed, and no step is shown before they have chosen", () => {
  expect(isWelcomeDue(fresh)).toBe(true);
  expect(dueStep(fresh)).toBeNull();
  expect(isWelcomeDue(after(fresh, START))).toBe(false);
  expect(dueStep(after(fresh, START))).toBe("welcome");
  expect(dueStep(after(fresh, SKIP))).toBeNull();
  expect(isWelcomeDue(after(fresh, SKIP))).toBe(false);
});

test("Next goes through all six steps, records each, and completes past the last", () => {
  let state = after(fresh, START);
  const seen = [dueStep(state)];
  for (let step = 0; step < 5; step++) {
    state = after(state, nextChange(state));
    seen.push(dueStep(state));
  }
  expect(seen).toEqual(["welcome", "dashboard", "sidebar", "create-note", "notes-list", "settings"]);
  expect(seen.map((step) => pageOfStep(step!)).slice(3)).toEqual([
    "/app/dashboard",
    "/app/dashboard",
    "/app/settings",
  ]);
  state = after(state, nextChange(state));
  expect(state).toMatchObject({ isCompleted: true, currentStep: 5, completedSteps: seen });
  expect(dueStep(state)).toBeNull();
});

test("Previous goes back one step and never below the first; a step is recorded once", () => {
  let state = after(fresh, START);
  state = after(state, nextChange(state));
  state = after(state, previousChange(state));
  expect(dueStep(state)).toBe("welcome");
  expect(after(state, previousChange(state)).currentStep).toBe(0);
  expect(nextChange(state).completedSteps).toEqual(["welcome"]);
});
