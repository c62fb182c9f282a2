import type { AnyRole, CalendarRole, ShareRole } from "#contract/sharing.ts";
import { t } from "../../lib/messages/t.ts";

/** As people read them. */
export const ROLE_WORDS: Record<ShareRole, string> = {
  viewer: t("Can view"),
  commenter: t("Can comment"),
  editor: t("Can edit"),
};

const CALENDAR_ROLE_WORDS: Record<CalendarRole, string> = {
  free_busy: t("Free/busy only"),
  viewer: t("Can view"),
  editor: t("Can edit"),
};

const ALL_WORDS: Record<AnyRole, string> = { ...CALENDAR_ROLE_WORDS, ...ROLE_WORDS };
export const roleWords = (role: AnyRole): string => ALL_WORDS[role];

export const ROLES = Object.keys(ROLE_WORDS) as ShareRole[];
export const CALENDAR_ROLES = Object.keys(CALENDAR_ROLE_WORDS) as CalendarRole[];
