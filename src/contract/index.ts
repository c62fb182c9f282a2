import { accounts } from "./accounts.ts";
import { files } from "./files.ts";
import { folders } from "./folders.ts";
import { frame } from "./frame.ts";
import { live } from "./live.ts";
import { notes } from "./notes.ts";
import { onboarding } from "./onboarding.ts";
import { preferences } from "./preferences.ts";
import { workspace } from "./workspace.ts";

/** The whole public API. Served as RPC under /rpc for our web part and as REST under /api for everyone. */
export const contract = { accounts, notes, folders, files, frame, live, onboarding, preferences, workspace };
export type Contract = typeof contract;
