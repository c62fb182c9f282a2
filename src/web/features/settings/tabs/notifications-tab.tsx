import { BellOff, BellRing } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import type { Setting } from "../../../kernel/settings/setting.ts";
import { t } from "../../../lib/messages/t.ts";

type Permission = NotificationPermission | "insecure" | "unknown";

function permissionNow(): Permission {
  if (!isSecureContext) return "insecure";
  return "Notification" in globalThis ? Notification.permission : "unknown";
}

const words: Record<Permission, string> = {
  granted: t("Enabled in this browser."),
  default: t("Not enabled in this browser."),
  denied: t("Blocked in this browser. You can allow them in the browser's settings for this site."),
  insecure: t("Notifications need a secure connection. Open Cairn over https or at localhost."),
  unknown: t("Your browser doesn't support notifications."),
};

/** Asked for on a press and never at the start: a question nobody expects is refused for good. */
function PermissionSetting() {
  const [permission, setPermission] = useState(permissionNow);
  const Icon = permission === "granted" ? BellRing : BellOff;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="flex items-start gap-2 text-sm" role="status">
        <Icon
          size={17}
          className={`mt-px shrink-0 ${permission === "granted" ? "text-good" : "text-faint"}`}
          aria-hidden="true"
        />
        {words[permission]}
      </p>
      {permission === "default" && (
        <Button onClick={() => void Notification.requestPermission().then(setPermission)}>
          {t("Allow notifications")}
        </Button>
      )}
    </div>
  );
}

export const notificationSettings: Setting[] = [
  {
    id: "browser-notifications",
    label: t("Browser notifications"),
    help: t("Get notified when Cairn isn't open in front."),
    keywords: t("permission push alert reminder allow"),
    Control: PermissionSetting,
  },
];
