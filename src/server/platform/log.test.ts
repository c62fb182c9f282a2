import { expect, test } from "vitest";
import { createLog, withoutValues } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog("info", { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("a line is JSON with an ISO time and a level in words", () => {
  const [line] = logged((log) => log.info({ noteId: "n1" }, "opened"));
  expect(line).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    noteId: "n1",
    msg: "opened",
  });
});

test("note text and secrets are hidden wherever they stand", () => {
  const [line] = logged((log) =>
    log.child({ token: "SECRET" }).info({
      note: { id: "n1", title: "SECRET", blocks: [{ text: "SECRET" }] },
      headers: { Authorization: "SECRET", cookie: "SECRET" },
    }),
  );
  expect(JSON.stringify(line)).not.toContain("SECRET");
  expect(line).toMatchObject({ note: { id: "n1", title: "[hidden]" } });
});

test("a database error is logged without the statement's values or the row", () => {
  const cause = Object.assign(new Error("duplicate key"), { code: "23505", detail: "Key (title)=(SECRET)" });
  const failed = Object.assign(
    new Error("Failed query: insert into notes_v2\nparams: SECRET,\nSECRET", { cause }),
    {
      params: ["SECRET"],
      query: "insert into notes_v2",
    },
  );
  const [line] = logged((log) => log.error({ err: failed }, "write failed"));
  expect(JSON.stringify(line)).not.toContain("SECRET");
  expect(line).toMatchObject({
    err: {
      message: "Failed query: insert into notes_v2\nparams: [hidden]",
      stack: expect.stringContaining("log.test.ts"),
      cause: { code: "23505", message: "duplicate key" },
    },
  });
  const [bare] = logged((log) => log.error(failed));
  expect(JSON.stringify(bare)).not.toContain("SECRET");
});

test("what JSON.parse could not read is not in the log", () => {
  for (const text of ['SECRET "and"\nmore', "x".repeat(100) + "SECRET"]) {
    const failed = (() => {
      try {
        return JSON.parse(text) as Error;
      } catch (error) {
        return error as Error;
      }
    })();
    const [line] = logged((log) => log.warn({ err: failed }, "unreadable"));
    expect(JSON.stringify(line)).not.toContain("SECRET");
    expect(JSON.stringify(line)).not.toContain("xxx");
    expect(withoutValues(`[beforeSync] ${failed.message}`)).toBe(
      "[beforeSync] Unexpected token in JSON: [hidden]",
    );
  }
});
