import { eq } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { users } from "../db/schema/accounts.ts";

/** The account with this address, for a command of the operator; null when there is none. */
export async function findUserId(db: Pick<Database, "auth">, email: string): Promise<string | null> {
  const address = email.trim().toLowerCase();
  const [user] = await db.auth.select({ id: users.id }).from(users).where(eq(users.email, address));
  return user?.id ?? null;
}
