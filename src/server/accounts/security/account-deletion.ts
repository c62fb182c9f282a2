import type pg from "pg";
import type { Logger } from "../../platform/log.ts";
import type { Mailer } from "../../platform/mail.ts";
import { deleteEveryRow, type Leftovers, type OutsidePart, sweepAgain } from "../delete-account.ts";
import type { CurrentSession } from "../sessions.ts";

/** A request may take this long; what it writes after the account is gone goes then. */
const STRAGGLERS_MS = 30_000;

type Deps = { pool: pg.Pool; mailer: Mailer; log: Logger; outside: readonly OutsidePart[] };

/** Removes an account with everything in it, and says so to its address. */
export async function deleteAccount(deps: Deps, session: CurrentSession): Promise<void> {
  const { pool, mailer, log, outside } = deps;
  const account = { userId: session.userId, outside };
  const first = await deleteEveryRow(pool, account, session.email);
  await removeAll(log, first);
  const later = async () => {
    const again = first.filter(({ part }) => part.isRemovedTwice);
    await removeAll(log, [...again, ...(await sweepAgain(pool, account))]);
  };
  setTimeout(
    () => void later().catch((error: unknown) => log.warn({ err: error }, "a late sweep failed")),
    STRAGGLERS_MS,
  ).unref();
  await mailer
    .send({
      to: session.email,
      subject: "Your Cairn account was deleted",
      text: `Hello ${session.name},\n\nyour Cairn account and everything in it were deleted from this server. Copies may remain in its administrator's backups until those expire.\n`,
    })
    .catch((error: unknown) => log.error({ err: error }, "a notice was not sent"));
}

async function removeAll(log: Logger, leftovers: Leftovers): Promise<void> {
  for (const { part, keys } of leftovers)
    for (const key of keys)
      await part
        .remove(key)
        .catch((error: unknown) =>
          log.warn({ err: error, key }, "something of a deleted account was not removed"),
        );
}
