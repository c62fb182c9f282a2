import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";
import { DeliverySetting } from "./delivery-setting.tsx";

export const reminders: SettingOfTab[] = [
  {
    tab: "notifications",
    id: "reminder-delivery",
    label: t("Reminders"),
    help: t("Where reminders reach you, also with every page closed."),
    keywords: t("email app alarm deliver channel"),
    Control: DeliverySetting,
  },
  {
    tab: "notifications",
    id: "reminder-push",
    label: t("Push messages"),
    help: t("Reminders on this device while Cairn is closed, sent through your browser's push service."),
    keywords: t("web push device background phone subscribe"),
    Control: deferred(async () => (await import("./push-setting.tsx")).PushSetting),
  },
  {
    tab: "notifications",
    id: "reminder-webhook",
    label: t("Webhook or ntfy"),
    help: t("Sends each reminder to an address of your choice."),
    keywords: t("ntfy url http post gotify home assistant"),
    Control: deferred(async () => (await import("./webhook-setting.tsx")).WebhookSetting),
  },
  {
    tab: "notifications",
    id: "quiet-hours",
    label: t("Quiet hours"),
    help: t("Reminders due in this time ring at its end."),
    keywords: t("do not disturb night sleep silent"),
    Control: deferred(async () => (await import("./quiet-hours-setting.tsx")).QuietHoursSetting),
  },
];
