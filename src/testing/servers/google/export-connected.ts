import type { SignedInVisitor, TestApp, Visitor } from "../../test-app.ts";

/** Exports a note as somebody who is as good as connected: nothing is sent while no job runs. */
export async function exportConnected(
  app: TestApp,
  person: Visitor & Partial<SignedInVisitor>,
  noteId: string,
): Promise<unknown> {
  if (person.userId)
    await app.database.asSuperuser(
      "INSERT INTO drive_connections (user_id, email, sealed_refresh) VALUES ($1, 'a@b.example', '') ON CONFLICT DO NOTHING",
      [person.userId],
    );
  return person.client.drive.export({ noteIds: [noteId] });
}
