import { expect, type Person, test } from "./fixtures.ts";
import { aPictureOf, gallery, one, details, open, choose, jpeg } from "./gallery-page.ts";
import { hold } from "./hold.ts";
import { imeOf } from "./ime.ts";

const titleIs = (person: Person, id: string, title: string) =>
  expect.poll(() => person.api("GET", `/api/gallery/${id}`)).toMatchObject({ title });

test("what is written outlives another device, a refusal and a page that is left; an undo leaves what came since", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page, context } = ann;
  const { id } = await aPictureOf(ann, server.url, "Harbour");
  await open(page);
  await one(page, "Harbour").click();
  const title = details(page).getByLabel("Title");
  await title.fill("Boats");
  await ann.api("PATCH", `/api/gallery/${id}`, { title: "Elsewhere", description: "From there" });
  await expect(details(page).getByLabel("Description")).toHaveValue("From there");
  await expect(title).toHaveValue("Boats");
  const error = { code: "INVALID_INPUT", message: "No such luck", status: 422, data: null, defined: true };
  await context.route("**/rpc/gallery/update", (route) =>
    route.fulfill({ status: 422, json: { json: error } }),
  );
  await title.press("Enter");
  await expect(page.getByRole("alert").getByText("Failed to save the picture")).toBeVisible();
  await expect(one(page, "Elsewhere")).toBeVisible();
  await expect(title).toHaveValue("Boats");
  await context.unroute("**/rpc/gallery/update");
  await open(page);
  await one(page, "Elsewhere").click();
  await expect(title).toHaveValue("Boats");
  await expect(details(page)).toContainText("It isn't saved yet.");
  await title.press("Enter");
  await titleIs(ann, id, "Boats");
  await expect(details(page)).not.toContainText("It isn't saved yet.");

  await ann.api("PATCH", `/api/gallery/${id}`, { title: "Later" });
  await expect(one(page, "Later")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Z");
  await expect(page.getByText("Changed again since; not undone")).toBeVisible();
  await titleIs(ann, id, "Later");
});

test("words for a picture that was deleted meanwhile are told, and there when it is back @fetches-ahead", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page, context } = ann;
  const { id } = await aPictureOf(ann, server.url, "Harbour");
  await open(page);
  await one(page, "Harbour").click();
  await context.setOffline(true);
  await details(page).getByLabel("Description").fill("Before the storm");
  await details(page).getByLabel("Title").focus();
  await ann.api("POST", "/api/gallery/remove", { pictureIds: [id] });
  await context.setOffline(false);
  await expect(page.getByRole("alert").getByText("Before the storm")).toBeVisible({ timeout: 20_000 });
  await ann.api("POST", `/api/gallery/${id}/restore`);
  await open(page);
  await one(page, "Harbour").click();
  await expect(details(page).getByLabel("Description")).toHaveValue("Before the storm");
});

test("an upload that is canceled while it is added leaves nothing in the gallery", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, context } = ann;
  await open(page);
  const release = await hold(context, "**/rpc/gallery/add");
  const asked = page.waitForRequest("**/rpc/gallery/add");
  await choose(page, await jpeg("regret.jpg", "#e76f51"));
  await asked;
  await gallery(page).getByRole("button", { name: "Cancel" }).click();
  const removed = page.waitForResponse("**/rpc/gallery/remove");
  await release();
  await removed;
  await expect(gallery(page).getByText("regret.jpg")).toHaveCount(0);
  expect(await ann.api("GET", "/api/gallery")).toMatchObject({ pictures: [] });
  expect(await ann.api("GET", "/api/files")).toMatchObject({ files: [] });
});

test("who searches slowly, or through an input method, keeps the field under the hands", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aPictureOf(ann, server.url, "Harbour");
  await aPictureOf(ann, server.url, "猫");
  await open(page);
  const search = gallery(page).getByRole("searchbox");
  await search.click();
  await page.keyboard.type("har", { delay: 500 });
  await expect(search).toHaveValue("har");
  await expect(one(page, "猫")).toBeHidden();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(one(page, "猫")).toBeVisible();
  const ime = await imeOf(page);
  await ime.show("ね");
  await expect(gallery(page)).toContainText("No matching pictures");
  await ime.show("ねこ");
  await ime.put("猫");
  await expect(search).toHaveValue("猫");
  await expect(one(page, "猫")).toBeVisible();
  await expect(one(page, "Harbour")).toBeHidden();
});

test("a title is cut at its end whatever way it is written", async ({ aPerson, server }) => {
  const ann = await aPerson();
  const { page } = ann;
  await aPictureOf(ann, server.url, "תמונה של הנמל בלילה");
  await open(page);
  const name = "תמונה של הנמל בלילה";
  await expect(gallery(page).locator(`p[title="${name}"]`)).toHaveCSS("direction", "rtl");
  await one(page, name).click();
  await expect(details(page).getByLabel("Title")).toHaveCSS("direction", "rtl");
});

test("a picture becomes the banner on a slow line without coming as a whole first", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page, context } = ann;
  await aPictureOf(ann, server.url, "Harbour");
  await open(page);
  await one(page, "Harbour").click();
  const originals: string[] = [];
  await context.route("**/files/*/original", (route) => void originals.push(route.request().url()));
  await details(page).getByRole("button", { name: "Use as Banner" }).click();
  await expect(page.getByText("Banner updated!")).toBeVisible();
  expect(originals).toEqual([]);
});
