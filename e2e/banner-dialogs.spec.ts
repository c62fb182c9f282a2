import type { Page } from "@playwright/test";
import { bannerOf, giveBanner, picture, REFUSED, says, tool, workspaceOf } from "./banner-page.ts";
import { expect, test } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";

const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });

test("each setting is seen at once, kept when saved and taken back when the server refuses", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson("Ann");
  const { page, context } = ann;
  await giveBanner(ann, server.url);
  await page.goto("/app/dashboard");
  await tool(page, "Settings").click();
  const dialog = dialogOf(page, "Banner settings");
  const image = picture(page);
  await expect(image).toHaveAttribute("srcset", /medium 1280w/);
  const url = (await workspaceOf(ann)).bannerUrl!;
  await dialog.getByLabel("Quality").selectOption("low");
  await expect(image).toHaveAttribute("src", `${url}/thumb`);
  await dialog.getByLabel("Quality").selectOption("medium");
  await expect(image).toHaveAttribute("src", `${url}/medium`);
  await dialog.getByLabel("Quality").selectOption("high");
  await expect(image).toHaveAttribute("src", url);

  for (const [ratio, expected] of [
    ["16:9", 16 / 9],
    ["4:3", 4 / 3],
    ["21:9", 21 / 9],
    ["1:1", 1],
  ] as const) {
    await dialog.getByLabel("Aspect Ratio").selectOption(ratio);
    await expect
      .poll(() => image.evaluate(({ clientWidth, clientHeight }) => clientWidth / clientHeight))
      .toBeCloseTo(expected, 1);
  }
  await dialog.getByRole("slider", { name: "Opacity" }).press("Home");
  await expect(image).toHaveCSS("opacity", "0.1");
  await dialog.getByRole("slider", { name: "Opacity" }).press("ArrowRight");
  await expect(image).toHaveCSS("opacity", "0.15");
  await dialog.getByRole("slider", { name: "Border Radius" }).press("End");
  await expect(image).toHaveCSS("border-radius", "24px");
  // What the square leaves free is filled by the picture itself, out of focus.
  await expect(page.locator("section[aria-label=Banner] [data-banner] img")).toHaveCount(1);
  await dialog.getByRole("switch", { name: "Blur Background" }).click();
  await expect(page.locator("section[aria-label=Banner] [data-banner] img")).toHaveCount(2);
  await dialog.getByRole("switch", { name: "Parallax Effect" }).click();
  expect(await audit(page, "banner settings", "[role=dialog]")).toEqual([]);

  await context.route("**/rpc/workspace/update", (route) => route.fulfill(REFUSED));
  await dialog.getByRole("button", { name: "Save" }).click();
  await says(page, "Failed to save settings");
  await expect(image).toHaveCSS("opacity", "1");
  await context.unroute("**/rpc/workspace/update");
  await page.getByRole("button", { name: "Retry" }).click();
  await says(page, "Settings saved successfully");
  await expect(image).toHaveCSS("opacity", "0.15");
  await page.reload();
  await expect(image).toHaveCSS("border-radius", "24px");
  await page.setViewportSize({ width: 1000, height: 500 });
  await image.hover({ force: true });
  await page.mouse.wheel(0, 100);
  await expect(image.locator("..")).toHaveCSS("transform", /matrix\(1, 0, 0, 1, 0, [1-9]/);
});

test("closing the settings without saving leaves the banner as it was", async ({ aPerson, server }) => {
  const ann = await aPerson("Ann");
  const { page, context } = ann;
  await giveBanner(ann, server.url);
  await page.goto("/app/dashboard");
  await expect(picture(page)).toBeVisible();
  await context.route("**/rpc/frame/get*", (route) => route.fulfill(REFUSED));
  await tool(page, "Settings").click();
  const dialog = dialogOf(page, "Banner settings");
  await expect(dialog.getByRole("alert")).toContainText("Failed to load dashboard settings");
  await context.unroute("**/rpc/frame/get*");
  await dialog.getByRole("button", { name: "Retry" }).click();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await dialog.getByRole("slider", { name: "Opacity" }).press("Home");
  await expect(picture(page)).toHaveCSS("opacity", "0.1");
  await page.keyboard.press("Escape");
  await expect(picture(page)).toHaveCSS("opacity", "1");
});

test("the preview shows three screens in their own width, and themes apply at once", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await giveBanner(ann, server.url);
  await page.goto("/app/dashboard");
  await tool(page, "Preview").click();
  const dialog = dialogOf(page, "Preview");
  for (const [id, width] of [
    ["desktop", 1440],
    ["tablet", 768],
    ["mobile", 375],
  ] as const) {
    const frame = dialog.locator(`[data-preview=${id}]`);
    await expect(frame).toHaveCSS("width", `${width}px`);
    await expect(frame.locator("img").last()).toBeVisible();
    await expect(frame.getByText("Welcome, Ann")).toBeVisible();
  }
  expect(await audit(page, "banner preview", "[role=dialog]")).toEqual([]);
  await page.keyboard.press("Escape");
  await tool(page, "Color Themes").click();
  await page.getByRole("button", { name: "Ocean Breeze" }).click();
  await says(page, "Applied Ocean Breeze theme!");
});

test("generating asks for a prompt, waits, and says that it comes later or has failed", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page, context } = ann;
  await ann.api("PATCH", "/api/workspace", { isDashboardEditing: true });
  await page.goto("/app/dashboard");
  await tool(page, "AI Generate").click();
  const dialog = dialogOf(page, "AI Generate");
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Please enter a prompt");
  await dialog.getByRole("textbox", { name: "Prompt" }).fill("A lake at dusk");
  const before = Date.now();
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await says(page, "AI generation will be available soon. Please use image upload for now.");
  expect(Date.now() - before).toBeGreaterThan(2_900);
  await context.route("**/rpc/workspace/generateBanner", (route) => route.fulfill(REFUSED));
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Failed to generate images");
});

test("a picture of the gallery becomes the banner", async ({ aPerson, server }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const url = await giveBanner(ann, server.url);
  await ann.api("POST", "/api/gallery", { fileId: url.slice("/files/".length), title: "Two balls" });
  await ann.api("PATCH", "/api/workspace", { bannerUrl: null, bannerType: null });
  await page.goto("/app/dashboard");
  await tool(page, "Gallery").click();
  await page
    .getByRole("dialog", { name: "Choose a picture" })
    .getByRole("button", { name: "Two balls" })
    .click();
  await says(page, "Banner updated!");
  await expect(picture(page)).toBeVisible();
});

test("a phone's banner has a fixed height, a menu of tools and nothing to resize", async ({
  aPerson,
  server,
  onPhone,
}) => {
  const ann = await aPerson("Ann");
  await giveBanner(ann, server.url);
  const page = await onPhone(ann);
  await page.goto("/mobile");
  const banner = bannerOf(page);
  await expect(banner.locator("img")).toBeVisible();
  const window = page.viewportSize()!.height;
  const { height } = (await banner.boundingBox())!;
  expect(Math.abs(height - Math.min(300, Math.max(200, window * 0.35)))).toBeLessThan(2);
  await expect(banner.getByRole("separator")).toBeHidden();
  await expect(banner.getByRole("slider")).toHaveCount(0);
  await banner.getByRole("button", { name: "Banner tools" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Upload",
    "AI Generate",
    "Gallery",
    "Settings",
    "Preview",
    "Color Themes",
    "Remove",
  ]);
});

test("a window narrower than 768 px has a phone's banner", async ({ aPerson, server }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await giveBanner(ann, server.url);
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto("/app/dashboard");
  const divider = bannerOf(page).getByRole("separator", { name: "Height of the banner" });
  await expect(divider).toBeVisible();
  await expect(divider).toHaveAttribute("aria-valuenow", "25");
  await expect(bannerOf(page)).toHaveCSS("height", "200px");
  for (const [height, expected] of [
    [800, "280px"],
    [500, "200px"],
    [1000, "300px"],
  ] as const) {
    await page.setViewportSize({ width: 767, height });
    await expect(bannerOf(page)).toHaveCSS("height", expected);
  }
  await expect(divider).toBeHidden();
  await expect(bannerOf(page).getByRole("slider")).toHaveCount(0);
  await expect(bannerOf(page).getByRole("button", { name: "Banner tools" })).toBeVisible();
});
