import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { startTour } from "./tour-state.ts";
import { t } from "../../lib/messages/t.ts";

/** Begins the tour from its first step, which the dashboard shows. */
export function TourSetting() {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const isOnPhone = useRouterState({ select: ({ location }) => location.pathname.startsWith("/mobile/") });
  const handlePress = async () => {
    setIsBusy(true);
    if (await startTour()) void navigate({ to: "/app/dashboard" });
    setIsBusy(false);
  };
  if (isOnPhone) return <p className="text-sm text-muted">{t("The tour runs on a larger screen.")}</p>;
  return (
    <Button isBusy={isBusy} onClick={() => void handlePress()}>
      {t("Start the tour again")}
    </Button>
  );
}
