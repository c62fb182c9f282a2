import { expect, test } from "vitest";
import { startTestApp } from "#testing/test-app.ts";

test("a name that is a file and a folder at once is refused, and the import goes on", async () => {
  const app = await startTestApp();
  const ann = await app.aUser("Ann");
  const { id } = await ann.client.imports.create({ name: "names" });
  const send = async (path: string, offset = 0) => {
    const query = new URLSearchParams({ path, offset: String(offset) });
    const options = { method: "POST", body: "# Both" };
    const answer = await ann.request(`/api/imports/${id}/upload?${query}`, options);
    return [answer.status, ((await answer.json()) as { message?: string }).message];
  };
  const both = [422, "path: a file and a folder cannot have the same name."];
  expect(await send("q")).toEqual([200, undefined]);
  expect(await send("q/w")).toEqual(both);
  expect(await send("q/w/e")).toEqual(both);
  expect(await send("q/w", 3)).toEqual(both);
  expect(await send("r/s.md")).toEqual([200, undefined]);
  expect(await send("r")).toEqual(both);
  expect(await send("r", 3)).toEqual(both);
  expect((await send(`${"folder/".repeat(700)}m.md`))[0]).toBe(422);
  expect((await ann.client.imports.get({ importId: id })).status).toBe("uploading");
  await app.close();
});
