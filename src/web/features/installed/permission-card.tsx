import { useState } from "react";
import { t } from "../../lib/messages/t.ts";
import { updatePreferences } from "../../kernel/workspace/frame.ts";
import { local } from "../../platform/local.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeCard } from "./notice-card.tsx";

const ANSWERED = "cairn-notifications-asked";

const mayAsk = () => isSecureContext && "Notification" in globalThis && Notification.permission === "default";

/** The browser's own question; who allows it wants them in the account, too. */
async function ask(): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission === "granted") await updatePreferences({ settings: { browserNotifications: true } });
}

/** Asks once on each device, while the browser has no answer; the browser's own question follows a press alone. */
export function PermissionCard() {
  const [isHidden, setIsHidden] = useState(() => local.get(ANSWERED) !== null || !mayAsk());
  if (isHidden) return null;
  const answer = () => {
    local.set(ANSWERED, "1");
    setIsHidden(true);
  };
  return (
    <NoticeCard
      label={t("Notifications")}
      actions={
        <>
          <Button onClick={answer}>{t("Not now")}</Button>
          <Button
            look="primary"
            onClick={() => {
              answer();
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
