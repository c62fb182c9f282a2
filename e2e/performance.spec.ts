import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { aNote, expect, openEditor, test, waitForSaved } from "./fixtures.ts";

type Row = {
  route: string;
  metrics: Record<string, number>;
  large_resources: { name: string; bytes: number; ms: number }[];
};

test("a visit is measured, kept without its address, and summed up on the performance page", async ({
  aPerson,
  server,
  thrown,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  // Noise cannot be packed: far more than 100 000 bytes.
  const noise = { width: 700, height: 700, channels: 3 } as const;
  const picture = await sharp(randomBytes(1_470_000), { raw: noise }).png().toBuffer();
  const upload = await ann.context.request.post(`${server.url}/api/files/upload?name=noise.png`, {
    headers: { origin: server.url, "content-type": "image/png" },
    data: picture,
  });
  const { url } = (await upload.json()) as { url: string };
  const noteId = await aNote(ann, { title: "Measured", text: `A picture\n\n![noise](${url})` });
  await openEditor(page, noteId);
  await expect
    .poll(() =>
      page.getByRole("img", { name: "noise" }).evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBe(700);
  await page.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.type("Typed");
  await page.waitForFunction(() => document.documentElement.dataset.keys === "ready");
  // Nobody measures before the code for it has come.
  await page.waitForFunction(() => performance.getEntriesByName("measuring").length > 0);
  await page.keyboard.type(" more");
  await waitForSaved(page);
  const reported = page.waitForRequest("**/rpc/apm/reportError");
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError("My diary of last summer");
    });
  });
  expect((await reported).postDataJSON()).toEqual({
    json: { name: "TypeError", route: "/app/editor/$noteId", frame: "" },
    meta: [],
  });
  await expect.poll(() => thrown).toEqual([expect.stringContaining("diary")]);
  thrown.length = 0;
  // Leaving hides the page.
  await page.goto("/app/apm");
  const rows = () =>
    server.query(
      "SELECT route, metrics, large_resources FROM page_metrics WHERE user_id = $1 AND route LIKE '%editor%'",
      [ann.userId],
    ) as unknown as Promise<Row[]>;
  await expect.poll(async () => (await rows()).length).toBe(1);
  const [row] = await rows();
  expect(row!.route).toBe("/app/editor/$noteId");
  const { lcp, cls, ttfb, domLoad, fullLoad, fid, inp, keyLatency, syncLatency, longTasks, errors } =
    row!.metrics;
  for (const [value, least] of [
    [lcp, 1],
    [ttfb, 0.1],
    [domLoad, 1],
    [fullLoad, 1],
    [cls, 0],
    [fid, 0],
    [inp, 0],
    [keyLatency, 16],
    [syncLatency, 0.1],
    [longTasks, 0],
    [errors, 1],
  ] as const) {
    expect(value, JSON.stringify(row!.metrics)).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThan(30_000);
  }
  expect(fullLoad).toBeGreaterThanOrEqual(domLoad!);
  expect(domLoad).toBeGreaterThan(ttfb!);
  expect(row!.large_resources).toContainEqual(
    expect.objectContaining({ name: "/files/$id", ms: expect.any(Number) as unknown }),
  );
  expect(JSON.stringify(row)).not.toContain(noteId);

  await page.reload();
  await expect(page.getByRole("heading", { name: "Performance", level: 1 })).toBeVisible();
  const table = page.getByRole("region", { name: "/app/editor/$noteId" });
  for (const name of [
    "LCP",
    "FID",
    "INP",
    "CLS",
    "TTFB",
    "DOM load",
    "Full load",
    "Keys",
    "Saving",
    "Errors",
  ])
    await expect(table.getByRole("rowheader", { name: new RegExp(`^${name}`) })).toBeVisible();
  await expect(page.getByText("/files/$id")).toBeVisible();
});
