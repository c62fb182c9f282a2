import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { install, installsByHand, isStandalone, useInstallOffer } from "../../platform/device/installed.ts";
import { local } from "../../platform/local.ts";
import { PRODUCT } from "../../lib/product.ts";
import { Button } from "../../ui/button.tsx";
import { countDayOfUse } from "./days-of-use.ts";
import { NoticeCard } from "./notice-card.tsx";
import { rich } from "../../lib/messages/rich.ts";
import { t } from "../../lib/messages/t.ts";

const LATER = "cairn-install-later";
/** Whoever meets Cairn for the first time has other things to do. */
const FROM_DAY = 3;
const ASK_AGAIN_MS = 30 * 24 * 60 * 60_000;

/** A clock set back counts as never asked. */
function isPutOff(): boolean {
  const since = Date.now() - Number(local.get(LATER) ?? Number.NaN);
  return since >= 0 && since < ASK_AGAIN_MS;
}

/** How the browsers without an offer of their own install. */
export function HomeScreenWords() {
  return (
    <>
      {rich("Tap your browser's <b>Share</b> button, then <b>Add to Home Screen</b>.", {
        b: (words) => <strong>{words}</strong>,
      })}
    </>
  );
}

/** Comes to the dashboard when the browser offers to install and Cairn is in use; "Later" is good for thirty days. */
export function InstallPrompt() {
  const isOffered = useInstallOffer();
  const [isHidden, setIsHidden] = useState(isPutOff);
  const [daysOfUse] = useState(() => countDayOfUse());
  const isOnDashboard = useRouterState({
    select: ({ location }) => location.pathname.endsWith("/dashboard"),
  });
  const isByHand = installsByHand() && isSecureContext;
  if (!isOnDashboard || daysOfUse < FROM_DAY) return null;
  if (isHidden || isStandalone() || (!isOffered && !isByHand)) return null;
  const later = () => {
    local.set(LATER, String(Date.now()));
    setIsHidden(true);
  };
  return (
    <NoticeCard
      label={t("Install {product}", { product: PRODUCT })}
      actions={
        <>
          <Button onClick={later}>{t("Later")}</Button>
          {isOffered && (
            <Button
              look="primary"
              onClick={() => void install().then((isAccepted) => !isAccepted && later())}
            >
              {t("Install")}
            </Button>
          )}
        </>
      }
    >
      <p className="font-medium">{t("Install {product}", { product: PRODUCT })}</p>
      <p className="mt-1 text-muted">
        {isOffered ? (
          t("Opens in its own window, works offline, and appears in other apps' share menus.")
        ) : (
          <HomeScreenWords />
        )}
      </p>
    </NoticeCard>
  );
}
