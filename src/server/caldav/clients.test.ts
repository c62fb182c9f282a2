import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Computer, ensureCaldavClients } from "#testing/caldav/clients.ts";
import { aProgram, type Program } from "#testing/caldav/program.ts";
import { type Exchange, startRecorder } from "#testing/caldav/recorder.ts";
import { Names, readRecording, type Recording, writeRecording } from "#testing/caldav/recording.ts";
import { SCENARIOS, type World } from "#testing/caldav/scenarios.ts";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { startTestCluster } from "#testing/test-cluster.ts";
import { createTestDatabase } from "#testing/test-database.ts";

/**
 * Real programs against the real server: in `npm run deep` they run themselves, in `npm test` what they said is said again. RECORD=1 with
 * CAIRN_DEEP=1 writes down what they say anew.
 */
const isDeep = process.env["CAIRN_DEEP"] === "1";
const isRecording = process.env["RECORD"] === "1";

// What a client is told depends on the oldest transaction of the whole cluster: in one of their own there are no other tests'.
let own: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  own = await startTestCluster();
});
afterAll(() => own.stop());

async function inWorld(run: (app: TestApp, world: World, program: Program) => Promise<void>): Promise<void> {
  const app = await startTestApp({}, undefined, { database: await createTestDatabase(own.cluster) });
  try {
    const person = await app.aUser("Ann");
    await run(app, { person, ids: { user: person.userId } }, await aProgram(app, person));
  } finally {
    await app.close();
  }
}

test.runIf(isDeep).each(Object.keys(SCENARIOS))(
  "%s and the server say the same in the end",
  { timeout: 300_000 },
  (name) =>
    inWorld(async (app, world, { userName, secret }) => {
      ensureCaldavClients();
      const folder = await mkdtemp(join(tmpdir(), "cairn-caldav-"));
      const recorder = await startRecorder(app.url);
      const computer = new Computer(folder, { url: recorder.url, userName, secret });
      const names = new Names(() => world.ids);
      const recording: Recording = { client: name, steps: {} };
      for (const step of SCENARIOS[name]!) {
        if ("server" in step) await step.server(world);
        else {
          await step.run(computer, world);
          recording.steps[step.computer] = recorder
            .take()
            .filter(isOurs)
            .map((exchange) => hideIn(names, exchange));
        }
      }
      await recorder.close();
      await rm(folder, { recursive: true });
      const secrets = [secret, Buffer.from(`${userName}:${secret}`).toString("base64")];
      expect(secrets.filter((text) => JSON.stringify(recording).includes(text))).toEqual([]);
      if (isRecording) writeRecording(name, recording);
    }),
);

/** They also look where this server has its pages. */
const isOurs = ({ path }: Exchange) => /^\/(dav|\.well-known)\//.test(path);

function hideIn(names: Names, { path, headers, body, answer, etag, ...rest }: Exchange): Exchange {
  const hidden = Object.entries(headers).map(([header, value]) => [header, names.hide(value)]);
  return {
    ...rest,
    path: names.hide(path),
    headers: Object.fromEntries(hidden),
    body: names.hide(body),
    answer: names.hear(path, answer),
    etag: etag && names.hide(etag),
  };
}

test.each(Object.keys(SCENARIOS))("what %s said is answered as it was", (name) =>
  inWorld(async (_app, world, program) => {
    const recording = readRecording(name);
    const names = new Names(() => world.ids);
    for (const step of SCENARIOS[name]!) {
      if ("server" in step) await step.server(world);
      else for (const exchange of recording.steps[step.computer]!) await replay(program, names, exchange);
    }
  }),
);

async function replay(program: Program, names: Names, exchange: Exchange): Promise<void> {
  const path = names.show("", exchange.path);
  const headers = Object.entries(exchange.headers).map(([header, value]) => [
    header,
    names.show(path, value),
  ]);
  const body = names.show(path, exchange.body);
  // The challenge that a client waits for before it signs in.
  const isStranger = exchange.status === 401;
  const answered = await program.ask(exchange.method, path, {
    ...Object.fromEntries(headers),
    ...(isStranger && { authorization: "" }),
    ...(body !== "" && { body }),
  });
  const said = `${exchange.method} ${exchange.path} ${exchange.body}`;
  expect(answered.status, said).toBe(exchange.status);
  const answer = names.hear(path, answered.text);
  // Changes may be told twice while another transaction is under way, such as one of the server's own.
  const isSync = exchange.body.includes("sync-collection") && exchange.body.includes("{point}");
  if (!isSync) expect(answer, said).toBe(exchange.answer);
  else for (const href of hrefsIn(exchange.answer)) expect(answer, said).toContain(href);
}

const hrefsIn = (answer: string) => answer.match(/<d:href>[^<]*<\/d:href>/g) ?? [];
