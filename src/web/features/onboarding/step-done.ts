import type { TourStep } from "#contract/onboarding.ts";
import { useSidebar } from "../../kernel/workspace/sidebar-store.ts";
import { tourSteps } from "./tour-steps.ts";

/** What a person does to something: a click is also what Enter and Space make of a button or link. */
const USES = ["click", "input", "change"] as const;

/**
 * Hears once of the step being done instead of read: what it points at was used.
 * @returns stops listening
 */
export function onStepDone(step: TourStep, onDone: () => void): () => void {
  const { used } = tourSteps[step];
  if (!used) return () => {};
  const finish = () => {
    stop();
    onDone();
  };
  const handleUse = ({ target }: Event) => {
    if (target instanceof Element && target.closest(used)) finish();
  };
  for (const use of USES) document.addEventListener(use, handleUse, true);
  // Ctrl+B uses the sidebar, too.
  const unsubscribe = useSidebar.subscribe(({ isCollapsed }, before) => {
    if (step === "sidebar" && isCollapsed !== before.isCollapsed) finish();
  });
  const stop = () => {
    for (const use of USES) document.removeEventListener(use, handleUse, true);
    unsubscribe();
  };
  return stop;
}
