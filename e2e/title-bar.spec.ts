import { expect, test } from "./fixtures.ts";

test("the title bar is switched on in the settings, leads to its pages, and closes the app when asked", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/settings?tab=appearance");
  const bar = page.getByRole("banner", { name: "Title bar" });
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByLabel("Show the title bar").click();
  await expect(page.getByLabel("Show the title bar")).toBeChecked();
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
  await expect(bar).toContainText("Settings");
  const places = [
    ["Dashboard", "/app/dashboard"],
    ["Notes", "/app/notes"],
    ["AI Chat", "/app/chat"],
    ["Analytics", "/app/analytics"],
    ["Settings", "/app/settings"],
  ] as const;
  for (const [label, path] of places) {
    await bar.getByRole("button", { name: "Cairn menu" }).click();
    await page.getByRole("menuitem", { name: label }).click();
    await expect(page).toHaveURL(path);
    await expect(bar).toContainText(label);
  }
  await page.goto("/app/voice-chat");
  await expect(bar).toContainText("Voice Chat");

  await bar.getByRole("button", { name: "Maximize" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await bar.getByRole("button", { name: "Restore" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);

  await bar.getByRole("button", { name: "Minimize" }).click();
  await expect(bar).toHaveCount(0);
  await page.getByRole("button", { name: "Restore the title bar" }).click();
  await expect(bar).toBeVisible();

  const dialog = page.getByRole("dialog", { name: "Close Cairn AI?" });
  await bar.getByRole("button", { name: "Close" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/app/voice-chat");
  await bar.getByRole("button", { name: "Close" }).click();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  // The browser closes no window that a person opened: one leaves the app.
  await expect(page).toHaveURL(/\/$/);
});

test("where the browser leaves its title bar to the page the bar is there unasked, with its badge", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "windowControlsOverlay", {
      value: Object.assign(new EventTarget(), { visible: true }),
    });
    Object.defineProperty(navigator, "standalone", { value: true });
  });
  await page.goto("/app/dashboard");
  await expect(page.getByRole("banner", { name: "Title bar" })).toContainText("PWA");
});
