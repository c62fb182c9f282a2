import { MobileHeader } from "../../features/mobile/mobile-header.tsx";
import { NotificationList } from "../../features/notifications/notification-list.tsx";
import { usePageTitle } from "../../lib/page-title.ts";

export function MobileNotifications() {
  const heading = usePageTitle("Notifications");
  return (
    <div className="flex h-full flex-col">
      <MobileHeader title="Notifications" heading={heading} backTo="/mobile/dashboard" />
      <h2 className="sr-only">Messages kept</h2>
      <NotificationList />
    </div>
  );
}
