import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { audit } from "./screen-audit.ts";

test.afterEach(({ sky }) => {
  sky.mood = "well";
});

/** The widget of one's own place; the others of the gallery are samples. */
async function openWidget(page: Page) {
  await page.goto("/app/component-gallery#weather");
  return page.locator("#weather figure").filter({ hasText: "of your place" });
}

test("the weather is that of New York until a place is chosen, which holds on every device and can be taken back", async ({
  aPerson,
  anotherBrowser,
  sky,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const widget = await openWidget(page);
  await expect(widget).toContainText("New York");
  await expect(widget).toContainText("8°C");
  await expect(widget.getByText("Light rain").first()).toBeVisible();
  await expect(widget.getByRole("list", { name: "Next hours" }).getByRole("listitem").first()).toContainText(
    "8°",
  );

  await widget.getByRole("button", { name: "Choose your place" }).click();
  const dialog = page.getByRole("dialog", { name: "Weather" });
  const field = dialog.getByRole("combobox", { name: "Place" });
  await field.fill("springf");
  await expect(dialog.getByRole("option")).toHaveText([
    "Springfield Missouri, United States",
    "Springfield Massachusetts, United States",
    "Springfield Illinois, United States",
  ]);
  expect(await audit(page, "places", "[role=dialog]")).toEqual([]);
  await field.press("ArrowDown");
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(widget).toContainText("Springfield");
  await expect(widget.getByRole("button", { name: "Choose your place" })).toHaveCount(0);
  const asked = sky.forecasts().at(-1)!;
  expect([asked.get("latitude"), asked.get("longitude")]).toEqual(["39.8", "-89.64"]);
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem("weather-settings")))!)).toMatchObject({
    city: "Springfield, Illinois, United States",
    units: "celsius",
  });

  const other = await anotherBrowser(ann);
  await expect(await openWidget(other.page)).toContainText("Springfield");

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(widget).toContainText("New York");
  await widget.getByRole("button", { name: "Keep New York" }).click();
  await expect(widget.getByRole("button", { name: "Choose your place" })).toHaveCount(0);
  await page.reload();
  await expect(widget).toContainText("8°C");
  await expect(widget.getByRole("button", { name: "Choose your place" })).toHaveCount(0);
});

test("units, and whether there is weather at all, are settings", async ({ aPerson }) => {
  const { page } = await aPerson("Ann");
  await page.goto("/app/settings?tab=profile#weather");
  const setting = page.locator("#weather");
  await setting.getByRole("radio", { name: "°F, mph" }).check();
  await expect(setting.getByRole("button", { name: "Reset Weather" })).toBeVisible();
  await expect(page.getByText("Settings saved successfully").first()).toBeVisible();
  const widget = await openWidget(page);
  await expect(widget).toContainText("47°F");
  await expect(widget).toContainText("10 mph");
  await page.goto("/app/settings?tab=profile#weather");
  await setting.getByRole("switch", { name: "Show the weather" }).click();
  await expect(page.getByText("Settings saved successfully").first()).toBeVisible();
  await openWidget(page);
  await expect(widget).toContainText("Weather is off.");
  await widget.getByRole("button", { name: "Turn on" }).click();
  await expect(widget).toContainText("47°F");
});

test("a service that fails leaves a clear word and a way to try again", async ({ aPerson, sky }) => {
  const { page, api } = await aPerson("Ann");
  await api("PATCH", "/api/workspace", { weatherLocation: "Nuku'alofa" });
  sky.mood = "html";
  const widget = await openWidget(page);
  await expect(widget).toContainText("Weather unavailable");
  await expect(widget).toContainText("Invalid weather data received");
  expect(await audit(page, "weather", "#weather")).toEqual([]);
  for (const [mood, city, words] of [
    ["busy", "Oslo", "Failed to fetch weather: the weather service answered with status 429"],
    // It is given up on after some seconds.
    ["never", "Zürich", "Failed to connect to weather service"],
  ] as const) {
    sky.mood = mood;
    await api("PATCH", "/api/workspace", { weatherLocation: city });
    await expect(widget).toContainText(words, { timeout: 30_000 });
    await expect(widget).toContainText("Weather unavailable");
  }
  sky.mood = "well";
  await expect(async () => {
    await widget.getByRole("button", { name: "Retry" }).click({ timeout: 1000 });
    await expect(widget).toContainText("8°C", { timeout: 2000 });
  }).toPass();

  await api("PATCH", "/api/workspace", { weatherLocation: "Atlantis" });
  await page.reload();
  await expect(widget).toContainText("No place has this name. Choose another one.");
});

test(
  "without a connection the last known weather is shown with its age",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const { page, context } = await aPerson("Ann");
    const widget = await openWidget(page);
    await expect(widget).toContainText("8°C");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect(widget).toContainText("8°C");
    await context.setOffline(true);
    await page.reload();
    await expect(widget).toContainText("8°C");
    await expect(widget).toContainText(/Last known, (now|\d+m ago)/);
    await context.setOffline(false);
  },
);

test("a new dashboard has the weather as a widget and beside the greeting", async ({ aPerson }) => {
  const { page } = await aPerson("Ann");
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto("/app/dashboard");
  const widget = page.getByRole("region", { name: "Weather" });
  await expect(widget).toContainText("8°C");
  await expect(widget.getByRole("list", { name: "Next hours" })).toBeVisible();
  await expect(page.getByTitle("Light rain in New York")).toHaveText(/8°$/);
});
