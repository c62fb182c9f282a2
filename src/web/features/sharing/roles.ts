import type { ShareRole } from "#contract/sharing.ts";

/** As people read them. */
export const ROLE_WORDS: Record<ShareRole, string> = {
  viewer: "Can view",
  commenter: "Can comment",
  editor: "Can edit",
};

export const ROLES = Object.keys(ROLE_WORDS) as ShareRole[];
