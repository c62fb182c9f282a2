import type { ModelServer } from "#testing/servers/model-server.ts";
import { edit, picture, says, tool, workspaceOf } from "./banner-page.ts";
import { aNote, expect, type Person } from "./fixtures.ts";
import { test } from "./model-servers.ts";

const withPictures = (ann: Person, open: ModelServer) =>
  ann.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { image: "paint-1" },
  });

test("pictures from words are shown for choice and become the banner; failures give the reason", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withPictures(ann, open);
  await edit(page);
  await tool(page, "AI Generate").click();
  const dialog = page.getByRole("dialog", { name: "AI Generate" });
  await dialog.getByRole("textbox", { name: "Prompt" }).fill("A calm lake");
  open.fail({ status: 500 });
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    `Failed to generate images: 127.0.0.1:${open.port} has a problem of its own (500). Try again later.`,
  );
  open.fail(null);
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(dialog.getByText("Choose the picture you want to use.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Use picture/ })).toHaveCount(2);
  await dialog.getByRole("button", { name: "Use picture 2" }).click();
  await says(page, "Banner uploaded successfully");
  await expect(picture(page)).toBeVisible();
  expect((await workspaceOf(ann)).bannerUrl).toMatch(/^\/files\//);
  const { files } = await ann.api<{ files: unknown[] }>("GET", "/api/files");
  expect(files).toHaveLength(1);
});

test("a note offers a picture from words only with a model for them, and puts it where the caret is", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Lake", text: "Before" });
  const slash = async () => {
    await page.goto(`/app/editor/${noteId}`);
    const body = page.getByRole("textbox", { name: "Note text" });
    await body.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/generate");
    return body;
  };
  await slash();
  await expect(page.getByRole("option", { name: /^Generate image/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await withPictures(ann, open);
  const body = await slash();
  await page.getByRole("option", { name: /^Generate image/ }).click();
  const dialog = page.getByRole("dialog", { name: "Generate image" });
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Please enter a prompt");
  await dialog.getByRole("textbox", { name: "Prompt" }).fill("بحيرة هادئة");
  await dialog.getByLabel("Shape").selectOption("Wide");
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await dialog.getByRole("button", { name: "Use picture 1" }).click();
  await expect(body.locator('img[src^="/files/"]')).toBeVisible();
  await page.reload();
  await expect(body.locator('img[src^="/files/"]')).toBeVisible();
  expect(open.asked.at(-1)?.json).toMatchObject({ prompt: "بحيرة هادئة", size: "1024x576" });
});
