import { useSearch } from "@tanstack/react-router";
import { SetupSteps } from "../../app/setup/setup-steps.tsx";

export function SetupOnboarding() {
  const { step } = useSearch({ from: "/setup/onboarding" });
  return <SetupSteps step={step} />;
}
