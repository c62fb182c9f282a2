import type { ShareRole } from "#contract/sharing.ts";
import { t } from "../../lib/messages/t.ts";

/** As people read them. */
export const ROLE_WORDS: Record<ShareRole, string> = {
  viewer: t("Can view"),
  commenter: t("Can comment"),
  editor: t("Can edit"),
};

export const ROLES = Object.keys(ROLE_WORDS) as ShareRole[];
