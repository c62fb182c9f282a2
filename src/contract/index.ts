import { accounts } from "./accounts.ts";
import { activity } from "./activity.ts";
import { comments } from "./comments.ts";
import { contact } from "./contact.ts";
import { files } from "./files.ts";
import { folders } from "./folders.ts";
import { frame } from "./frame.ts";
import { imports } from "./imports.ts";
import { live } from "./live.ts";
import { notes } from "./notes.ts";
import { notifications } from "./notifications.ts";
import { onboarding } from "./onboarding.ts";
import { performance } from "./performance.ts";
import { preferences } from "./preferences.ts";
import { referrals } from "./referrals.ts";
import { security } from "./security.ts";
import { sharing } from "./sharing.ts";
import { trash } from "./trash.ts";
import { tags } from "./tags.ts";
import { tasks } from "./tasks.ts";
import { templates } from "./templates.ts";
import { workspace } from "./workspace.ts";

/** The whole public API. Served as RPC under /rpc for our web part and as REST under /api for everyone. */
export const contract = {
  accounts,
  activity,
  comments,
  contact,
  files,
  folders,
  frame,
  imports,
  live,
  notes,
  notifications,
  onboarding,
  performance,
  preferences,
  referrals,
  security,
  sharing,
  trash,
  tags,
  tasks,
  templates,
  workspace,
};
export type Contract = typeof contract;
