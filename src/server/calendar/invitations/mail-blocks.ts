import type { Services } from "../../base.ts";

type BlockServices = Pick<Services, "db" | "invitationLinks">;

/** Whether this address has asked for no more invitations from this server. */
export async function isMailBlocked({ db, invitationLinks }: BlockServices, email: string): Promise<boolean> {
  const { rows } = await db.authPool.query("SELECT 1 FROM auth.mail_blocks WHERE address_hash = $1", [
    invitationLinks.hashOfAddress(email),
  ]);
  return rows.length > 0;
}

export async function blockMail({ db, invitationLinks }: BlockServices, email: string): Promise<void> {
  await db.authPool.query("INSERT INTO auth.mail_blocks (address_hash) VALUES ($1) ON CONFLICT DO NOTHING", [
    invitationLinks.hashOfAddress(email),
  ]);
}

export async function allowMail({ db, invitationLinks }: BlockServices, email: string): Promise<void> {
  await db.authPool.query("DELETE FROM auth.mail_blocks WHERE address_hash = $1", [
    invitationLinks.hashOfAddress(email),
  ]);
}
