import { useSession } from "../../platform/session.ts";
import { Banner } from "../../ui/banner.tsx";
import { t } from "../../lib/messages/t.ts";

/** Shown while the page was opened from this device alone. */
export function OfflineBanner() {
  const isOffline = useSession((state) => state.status === "signed-in" && state.standing === "offline");
  if (!isOffline) return null;
  return (
    <Banner tone="warn">{t("You're offline. You can keep writing; changes sync when you're back.")}</Banner>
  );
}
