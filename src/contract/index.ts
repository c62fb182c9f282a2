import { accounts } from "./accounts.ts";
import { files } from "./files.ts";
import { folders } from "./folders.ts";
import { live } from "./live.ts";
import { notes } from "./notes.ts";

/** The whole public API. Served as RPC under /rpc for our web part and as REST under /api for everyone. */
export const contract = { accounts, notes, folders, files, live };
export type Contract = typeof contract;
