import { MobileHeader } from "../../features/mobile/mobile-header.tsx";
import { NotificationList } from "../../features/notifications/notification-list.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { t } from "../../lib/messages/t.ts";

export function MobileNotifications() {
  const heading = usePageTitle(t("Notifications"));
  return (
    <div className="flex h-full flex-col">
      <MobileHeader title={t("Notifications")} heading={heading} backTo="/mobile/dashboard" />
      <h2 className="sr-only">{t("Notifications kept")}</h2>
      <NotificationList />
    </div>
  );
}
