import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { closeNotifications } from "../../kernel/workspace/notifications-panel.ts";
import { IconButton } from "../../ui/button.tsx";
import { NotificationList } from "./notification-list.tsx";
import { t } from "../../lib/messages/t.ts";

/** The panel at the right with every message that was kept, the same on all devices. */
export function NotificationsPanel({ isOpen }: { isOpen: boolean }) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && closeNotifications()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 end-0 z-40 flex w-[min(24rem,100vw)] flex-col border-s border-line-strong bg-panel pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] shadow-pop transition-transform data-ending-style:translate-x-full data-starting-style:translate-x-full">
          <header className="flex items-center justify-between gap-2 px-4 pt-3">
            <Dialog.Title className="text-lg font-semibold">{t("Notifications")}</Dialog.Title>
            <Dialog.Close render={<IconButton label={t("Close notifications")} />}>
              <X size={16} />
            </Dialog.Close>
          </header>
          <NotificationList />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
