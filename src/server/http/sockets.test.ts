import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** What the server answers to these bytes before it closes the connection. */
function answerTo(bytes: string): Promise<string> {
  const socket = connect({ port: Number(new URL(app.url).port), host: "127.0.0.1", allowHalfOpen: true });
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  socket.on("error", () => {});
  socket.write(bytes);
  return new Promise((resolve) => socket.on("close", () => resolve(answer)).on("end", () => socket.end()));
}

const upgrade = (target: string) =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`;

test("an upgrade whose target is no address is refused, and the server goes on", async () => {
  for (const target of ["//[", "http://[", "*", "/%zz", "/sync/../other"]) {
    expect(await answerTo(upgrade(target)), target).toMatch(/^HTTP\/1\.1 40\d /);
  }
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});

test("an upgrade to any other path is refused instead of left open", async () => {
  expect(await answerTo(upgrade("/elsewhere"))).toMatch(/^HTTP\/1\.1 404 /);
});
