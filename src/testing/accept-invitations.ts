import type { Visitor } from "./test-app.ts";

/** Says yes to whatever waits for this person. */
export async function acceptInvitations({ client }: Visitor): Promise<void> {
  const { invitations } = await client.sharing.withMe({});
  for (const { shareId } of invitations) await client.sharing.accept({ shareId });
}
