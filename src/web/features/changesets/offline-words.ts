import { t } from "../../lib/messages/t.ts";

export const OFFLINE = t("You're offline. You can read changes; accepting and refusing needs the server.");
