import { activity } from "./activity.ts";
import { apm } from "./apm.ts";
import { contact } from "./contact.ts";
import { frame } from "./frame.ts";
import { imports } from "./imports.ts";
import { live } from "./wire/live.ts";
import { type Operations, operations } from "./nouns.ts";
import { performance } from "./performance.ts";
import { referrals } from "./referrals.ts";
import { security } from "./security.ts";
import { trash } from "./trash.ts";

const aboutAll = {
  activity,
  apm,
  contact,
  frame,
  imports,
  live,
  performance,
  referrals,
  security,
  trash,
};

/** Written out, because the compiler refuses to write one of this length down itself. */
export type Contract = Operations & typeof aboutAll;

/**
 * The whole public API: the nouns, and what is about all of them or of none. Served as RPC under /rpc for our web part and as REST
 * under /api for everyone.
 */
export const contract: Contract = { ...operations, ...aboutAll };
