import { afterAll, beforeAll, beforeEach } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "../test-app.ts";

export let app: TestApp;
export let ann: SignedInVisitor;
export let ben: SignedInVisitor;

/** A server for all tests of a file, and two people made anew before each: said once in each file, because files share this module. */
export function startWithAnnAndBen(): void {
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.database.asSuperuser("DELETE FROM auth.rate_limits");
    ann = await app.aUser("Ann");
    ben = await app.aUser("Ben");
  });
}

/** "done", or the code of the failure. */
export const code = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
