import { z } from "zod";
import { BackupPlaceName } from "#contract/drive-backups.ts";

const PlaceJob = z.object({ place: BackupPlaceName });
export type PlaceJob = z.infer<typeof PlaceJob>;

/** Comes round every night, and leaves the other. Apart from what they do, so that whoever begins them needs none of it. */
export const PLAN_BACKUP = { name: "plan-account-backup", data: PlaceJob };
export const MAKE_BACKUP = { name: "make-account-backup", data: PlaceJob };
