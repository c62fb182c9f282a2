import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverMails } from "#testing/servers/deliver-mails.ts";
import { startMailServer } from "#testing/servers/mail-server.ts";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
/** The way to the mail server; while that is away, it hangs up on whoever calls. */
let way: Server;
let isAway = true;
let refused = 0;

beforeAll(async () => {
  mailServer = await startMailServer();
  const to = Number(new URL(mailServer.url).port);
  way = createServer((socket) => {
    socket.on("error", () => {});
    if (isAway) {
      refused += 1;
      socket.destroy();
    } else {
      const behind = connect(to, "127.0.0.1").on("error", () => socket.destroy());
      socket.pipe(behind).pipe(socket);
    }
  }).listen(0, "127.0.0.1");
  await once(way, "listening");
  app = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${(way.address() as AddressInfo).port}` });
});
afterAll(async () => {
  await app.close();
  way.close();
  await mailServer.close();
});
deliverMails(() => app);

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 20_000, interval: 50 });

test("what was done to an account is told once the mail server is back, and kept nobody from doing it", async () => {
  const ann = await app.aUser("Ann");
  const waiting = () =>
    app.database.asSuperuser<{ attempts: number }>(
      "SELECT attempts FROM jobs WHERE name = 'mail' AND user_id = $1 AND claim IS NULL",
      [ann.userId],
    );
  const before = refused;
  await ann.client.security.changePassword({ currentPassword: ann.password, newPassword: "a new password" });
  await soon(waiting).toEqual([{ attempts: 1 }]);
  expect(refused).toBeGreaterThan(before);
  isAway = false;
  await app.database.asSuperuser("UPDATE jobs SET run_at = now() WHERE user_id = $1", [ann.userId]);
  await soon(async () =>
    mailServer.to(ann.email).map(({ head }) => /^Subject: (.*)$/m.exec(head)?.[1]),
  ).toEqual(["Your Cairn password was changed"]);
  await soon(waiting).toEqual([]);
});

test("a queue that somebody filled keeps no such mail back", async () => {
  isAway = false;
  const ben = await app.aUser("Ben");
  await app.database.asSuperuser(
    `INSERT INTO jobs (id, user_id, name, data, run_at)
     SELECT gen_random_uuid(), $1, 'another', '{}', now() + interval '1 day' FROM generate_series(1, 10000)`,
    [ben.userId],
  );
  await ben.client.security.changePassword({ currentPassword: ben.password, newPassword: "a new password" });
  await soon(async () => mailServer.to(ben.email).length).toBe(1);
});

test("a link that opens an account never waits in the database", async () => {
  isAway = true;
  const cem = await app.aUser("Cem");
  await cem.client.security.reauthenticate({ password: cem.password });
  await cem.client.security.changeEmail({ email: `new-${cem.email}` });
  await app.visitor().client.accounts.requestPasswordReset({ email: cem.email });
  const kept = await app.database.asSuperuser<{ data: { text: string } }>(
    "SELECT data FROM jobs WHERE name = 'mail' AND user_id = $1",
    [cem.userId],
  );
  expect(kept).toHaveLength(1);
  expect(kept[0]!.data.text).toContain("asked to change its email address");
  expect(kept[0]!.data.text).not.toMatch(/[?&](token|change)=/);
});
