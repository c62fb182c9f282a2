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
  granted: t("This browser may show notifications of Cairn."),
  default: t("This browser has not been asked yet."),
  denied: t(
    "This browser refuses notifications of Cairn. Only you can change that, in the browser's settings for this site.",
  ),
  insecure: t(
    "Browsers show notifications over a secure connection only. Open Cairn over https, or at localhost.",
  ),
  unknown: t("This browser does not know notifications."),
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
    help: t("For what arrives while no page of Cairn is looked at."),
    keywords: t("permission push alert reminder allow"),
    Control: PermissionSetting,
  },
];
