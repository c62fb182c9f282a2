import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type ModelServer, startModelServer } from "./servers/model-server.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "./test-app.ts";

/** A server of models that nobody else asks. */
export let server: ModelServer;
export let app: TestApp;
/** Another account in each test. */
export let ann: SignedInVisitor;

/** For a test file whose app may ask a server of models, which answers well again after each test. */
export function withModelApp(): void {
  beforeAll(async () => {
    server = await startModelServer();
    app = await startTestApp({ EGRESS_ALLOW: `127.0.0.1:${server.port}` });
  });
  beforeEach(async () => {
    ann = await app.aUser("Ann");
  });
  afterEach(() => {
    server.fail(null);
    server.say(null);
    server.embeds(null);
  });
  afterAll(async () => {
    await app.close();
    server.close();
  });
}
