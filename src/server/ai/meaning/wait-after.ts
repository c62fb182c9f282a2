import type { Database } from "../../db/client.ts";
import type { ModelFault, ModelFaultKind } from "../providers/model-fault.ts";

const FIRST_SECONDS = 15;
const LONGEST_SECONDS = 3_600;
/** No later try helps: somebody has to change something, or a day has to go by. */
const LASTING = new Set<ModelFaultKind>(["key", "credit", "no-model", "no-skill", "address", "refused"]);
/** Of no interest to anybody: other calls of the account were under way. */
const PASSING = new Set<ModelFaultKind>(["busy", "cancelled"]);

/** Has an account wait after a fault, longer each time, and says why; `null` is a fault of our own. */
export async function waitAfter(db: Database, userId: string, fault: ModelFault | null): Promise<void> {
  const isPassing = fault !== null && PASSING.has(fault.kind);
  await db.queryAs(
    userId,
    `UPDATE meaning_indexes SET retry_at = now() + make_interval(secs => least(${LONGEST_SECONDS}, greatest($2, CASE WHEN $3 THEN ${LONGEST_SECONDS} ELSE ${FIRST_SECONDS} * 2 ^ least(failures, 10) END))),
       failures = failures + $4, fault = $5, fault_words = $6 WHERE user_id = $1`,
    [
      userId,
      fault?.retryAfterSeconds ?? 0,
      fault !== null && LASTING.has(fault.kind),
      isPassing ? 0 : 1,
      isPassing ? null : (fault?.kind ?? "provider"),
      isPassing ? null : (fault?.message ?? "Something went wrong on our side. It is tried again."),
    ],
    "wait-after-meaning-fault",
  );
}

/** All is well again. */
export const waitNoLonger = (db: Database, userId: string) =>
  db.queryAs(
    userId,
    "UPDATE meaning_indexes SET retry_at = NULL, failures = 0, fault = NULL, fault_words = NULL WHERE user_id = $1 AND (failures > 0 OR retry_at IS NOT NULL)",
    [userId],
    "wait-no-longer-for-meaning",
  );
