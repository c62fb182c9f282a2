import { text, unique, uuid } from "drizzle-orm/pg-core";
import { authSchema, users } from "./accounts.ts";
import { createdAt } from "./columns.ts";

const account = <const Name extends string>(column: Name) =>
  uuid(column).references(() => users.id, { onDelete: "cascade" });

/** One code per person, shown again whenever asked for; it signs nobody in. */
export const referralCodes = authSchema.table("referral_codes", {
  userId: account("user_id").primaryKey(),
  code: text("code").notNull().unique(),
  createdAt: createdAt(),
});

/** Who came by whose link. */
export const referrals = authSchema.table(
  "referrals",
  {
    invitedId: account("invited_id").primaryKey(),
    inviterId: account("inviter_id").notNull(),
    /** SHA-256 of the mailbox behind the address, so that one mailbox under several addresses counts once. */
    mailboxHash: text("mailbox_hash").notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique("referrals_inviter_mailbox").on(table.inviterId, table.mailboxHash)],
);
