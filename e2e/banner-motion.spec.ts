import type { Page } from "@playwright/test";
import { bannerOf, edit, giveBanner, picture, says, tool, uploadVideo, video } from "./banner-page.ts";
import { expect, type Person, test } from "./fixtures.ts";

const isPaused = (page: Page) =>
  expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.paused));

async function withVideo({ page }: Person): Promise<void> {
  await edit(page);
  await uploadVideo(page);
  await isPaused(page).toBe(false);
}

/** A device that saves data, or whose battery is low, as browsers tell it. */
const onDevice = (page: Page) =>
  page.addInitScript(() => {
    const line = Object.assign(new EventTarget(), { saveData: false });
    const battery = Object.assign(new EventTarget(), { charging: false, level: 0.8 });
    Object.defineProperty(navigator, "connection", { value: line });
    Object.defineProperty(navigator, "getBattery", { value: () => Promise.resolve(battery) });
    Object.assign(window, { line, battery });
  });
type Told = { line: EventTarget & object; battery: EventTarget & object };
const tell = (page: Page, what: keyof Told, event: string, values: object) =>
  page.evaluate(
    ([name, kind, given]) => {
      const device = (window as unknown as Told)[name];
      Object.assign(device, given);
      device.dispatchEvent(new Event(kind));
    },
    [what, event, values] as const,
  );

test("a video stands still while the device saves data or its battery is low", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await onDevice(page);
  await withVideo(ann);
  await tell(page, "line", "change", { saveData: true });
  await isPaused(page).toBe(true);
  await expect(video(page)).toHaveAttribute("preload", "none");
  await tell(page, "line", "change", { saveData: false });
  await isPaused(page).toBe(false);
  await tell(page, "battery", "levelchange", { level: 0.1 });
  await isPaused(page).toBe(true);
  await bannerOf(page).getByRole("button", { name: "Play the banner" }).click();
  await isPaused(page).toBe(false);
  await bannerOf(page).getByRole("button", { name: "Pause the banner" }).click();
  await tell(page, "battery", "chargingchange", { charging: true });
  await isPaused(page).toBe(true);
});

test("a video does as its four switches say, also after a reload", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withVideo(ann);
  await expect(video(page)).toHaveJSProperty("loop", true);
  await expect(video(page)).toHaveJSProperty("muted", true);
  await tool(page, "Settings").click();
  const settings = page.getByRole("dialog", { name: "Banner settings" });
  for (const name of ["Autoplay", "Loop", "Muted", "Show Controls"])
    await settings.getByRole("switch", { name, exact: true }).click();
  await settings.getByRole("button", { name: "Save", exact: true }).click();
  await says(page, "Settings saved successfully");
  await page.reload();
  await expect(video(page)).toHaveJSProperty("controls", true);
  await expect(video(page)).toHaveJSProperty("loop", false);
  await expect(video(page)).toHaveJSProperty("muted", false);
  await isPaused(page).toBe(true);
});

test("a picture that doesn't fill the banner has its own blurred light around it when asked to", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await giveBanner(ann, server.url);
  const around = page.locator("section[aria-label=Banner] [data-banner=image] img");
  await page.goto("/app/dashboard");
  await expect(picture(page)).toBeVisible();
  await expect(around).toHaveCount(1);
  await tool(page, "Settings").click();
  const settings = page.getByRole("dialog", { name: "Banner settings" });
  await settings.getByRole("switch", { name: "Blur Background" }).click();
  await settings.getByRole("slider", { name: "Height" }).fill("20");
  await settings.getByRole("button", { name: "Save", exact: true }).click();
  await says(page, "Settings saved successfully");
  await expect(around).toHaveCount(2);
  await expect(around.first()).toHaveCSS("filter", /^blur\(/);
});
