import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { FastifyRequest } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { toAnswer } from "./base.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const answerTo = (error: unknown) => {
  const request = { id: "test", log: app.services.log } as unknown as FastifyRequest;
  const { status, code, message } = toAnswer(error, request);
  return { status, code, message };
};
const FULL = {
  status: 507,
  code: "STORAGE_FULL",
  message: expect.stringContaining("disk is full") as unknown,
};
const raise = (code: string) =>
  app.database.asSuperuser(`DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${code}'; END $$`);
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test.runIf(existsSync("/dev/full"))("a file that finds no space is told as a full disk", async () => {
  expect(answerTo(await failureOf(writeFile("/dev/full", "x")))).toEqual(FULL);
  const disk = new Disk(new FSDriver({ location: "/dev", visibility: "private" }));
  expect(answerTo(await failureOf(disk.put("full", "x")))).toEqual(FULL);
});

test("a row that finds no space is told as a full disk, a broken disk as such", async () => {
  expect(answerTo(await failureOf(raise("53100")))).toEqual(FULL);
  expect(answerTo(await failureOf(raise("58030")))).toMatchObject({
    status: 503,
    message: expect.stringContaining("reports errors") as unknown,
  });
});
