import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { onStepDone } from "../../features/onboarding/step-done.ts";
import { TourPopover } from "../../features/onboarding/tour-popover.tsx";
import {
  dueStep,
  isWelcomeDue,
  nextChange,
  pageOfStep,
  previousChange,
  SKIP,
} from "../../features/onboarding/tour-state.ts";
import { WelcomeDialog } from "../../features/onboarding/welcome-dialog.tsx";
import { type OnboardingChange, updateOnboarding, useOnboarding } from "../../kernel/workspace/frame.ts";

/** Mounted in the app, so never on the public pages: welcomes new users and shows the step of the page they are on. */
export function Onboarding() {
  const state = useOnboarding();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const navigate = useNavigate();
  const step = state ? dueStep(state) : null;
  // Somebody who has made a note has done what this step teaches, whatever key or menu it was made by.
  const hasWritten = step === "create-note" && pathname.startsWith("/app/editor/");
  useEffect(() => {
    if (hasWritten && state) void updateOnboarding(nextChange(state));
  }, [hasWritten, state]);
  const isShown = step !== null && pageOfStep(step) === pathname;
  const finish = useEffectEvent(() => state && void updateOnboarding(nextChange(state)));
  useEffect(() => {
    if (step && isShown) return onStepDone(step, finish);
  }, [step, isShown]);
  if (!state) return null;
  if (isWelcomeDue(state)) return pathname === "/app/dashboard" ? <WelcomeDialog /> : null;
  if (!step || !isShown) return null;
  const move = (change: OnboardingChange) => {
    void updateOnboarding(change);
    const next = dueStep({ ...state, ...change, lastSeenStep: change.lastSeenStep ?? state.lastSeenStep });
    if (next && pageOfStep(next) !== pathname) void navigate({ to: pageOfStep(next) });
  };
  return (
    <TourPopover
      step={step}
      onPrevious={() => move(previousChange(state))}
      onNext={() => move(nextChange(state))}
      onSkip={() => void updateOnboarding(SKIP)}
      onClose={() => void updateOnboarding({ isEnabled: false })}
    />
  );
}
