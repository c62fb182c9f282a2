import { t } from "../../lib/messages/t.ts";
import { updatePreferences } from "../../kernel/workspace/frame.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeCard } from "./notice-card.tsx";

/** The browser's own question; who allows it wants them in the account, too. */
async function ask(): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission === "granted") await updatePreferences({ settings: { browserNotifications: true } });
}

/** Asks once on each device, while the browser has no answer; the browser's own question follows a press alone. */
export function PermissionCard({ onAnswered }: { onAnswered: () => void }) {
  return (
    <NoticeCard
      label={t("Notifications")}
      actions={
        <>
          <Button onClick={onAnswered}>{t("Not now")}</Button>
          <Button
            look="primary"
            onClick={() => {
              onAnswered();
              void ask();
            }}
          >
            {t("Allow notifications")}
          </Button>
        </>
      }
    >
      {t("Get notified about reminders and messages when Cairn isn't open in front?")}
    </NoticeCard>
  );
}
