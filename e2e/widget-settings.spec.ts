import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { card } from "./dashboard-page.ts";
import { placed, setDashboard } from "./set-dashboard.ts";

async function openSettings(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Settings...", exact: true }).click();
}

test("what is written in a widget's settings stays after Escape and a reload, and says what it can't read", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await setDashboard(ann, { components: { topLeft: placed("bookmarks"), topRight: placed("clock") } });
  await page.goto("/app/dashboard");
  await page.getByRole("button", { name: "Edit the dashboard" }).click();
  await openSettings(page, "Bookmarks");
  const links = page.getByRole("textbox", { name: "Links" });
  await links.fill("Wiki https://wiki.example.org\njust words");
  await expect(page.getByText("Left out, because it can't be read: just words")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Not saved. What you wrote is here when you open it again.")).toBeVisible();
  await page.reload();
  await openSettings(page, "Bookmarks");
  await expect(links).toHaveValue("Wiki https://wiki.example.org\njust words");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(card(page, "Bookmarks").getByRole("link", { name: "Wiki" })).toBeVisible();
  // Saved: nothing is left to restore.
  await openSettings(page, "Bookmarks");
  await expect(links).toHaveValue("Wiki https://wiki.example.org\njust words");
  await expect(page.getByText("What you wrote before is here again.")).toHaveCount(0);
});

test("what is written in the settings of one of two alike is not offered in those of the other", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const components = { topLeft: placed("bookmarks"), topRight: placed("bookmarks") };
  await setDashboard(ann, { components });
  await page.goto("/app/dashboard");
  await page.getByRole("button", { name: "Edit the dashboard" }).click();
  const settingsOf = async (index: number) => {
    await expect(page.getByRole("menuitem")).toHaveCount(0);
    await page.getByRole("button", { name: "Actions for Bookmarks" }).nth(index).click();
    await page.getByRole("menuitem", { name: "Settings...", exact: true }).click();
  };
  const links = page.getByRole("textbox", { name: "Links" });
  await settingsOf(0);
  await links.fill("Wiki https://wiki.example.org");
  await page.keyboard.press("Escape");
  await settingsOf(1);
  await expect(links).toHaveValue("");
  await page.getByRole("button", { name: "Cancel" }).click();
  await settingsOf(0);
  await expect(links).toHaveValue("Wiki https://wiki.example.org");
});

test("a full dashboard says so instead of that something was added", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const widgets = Array.from({ length: 60 }, (_, index) => ({
    id: `own-${index}`,
    ...placed("none-such"),
    size: "S",
  }));
  await setDashboard(ann, { gridLayout: { widgets } });
  await page.goto("/app/components");
  await page.getByRole("button", { name: "Add Clock" }).click();
  await expect(page.getByText("A dashboard holds at most 60 widgets. Remove one first.")).toBeVisible();
  await expect(page.getByText("Clock added to selected components")).toHaveCount(0);
});

test("the palette adds, configures and removes widgets from any page", async ({ aPerson }) => {
  const { page } = await aPerson();
  const choose = async (action: string, choice: string) => {
    await page.locator("html[data-keys=ready]").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(action);
    await page.getByRole("option", { name: `${action}...` }).click();
    await page.getByRole("option", { name: choice }).first().click();
  };
  await page.goto("/app/notes");
  await choose("Add Widget", "Bookmarks");
  await expect(page.getByText("Bookmarks added to selected components")).toBeVisible();
  await choose("Widget Settings", "Bookmarks");
  await page.getByRole("textbox", { name: "Links" }).fill("Wiki https://wiki.example.org");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(card(page, "Bookmarks").getByRole("link", { name: "Wiki" })).toBeVisible();
  await choose("Remove Widget", "Bookmarks");
  await expect(card(page, "Bookmarks")).toHaveCount(0);
  await expect(page.getByText("Removed Bookmarks")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(page, "Bookmarks").getByRole("link", { name: "Wiki" })).toBeVisible();
});

test("cards light up under the pointer unless that is off or the device asks for less motion", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  const shadow = async () => {
    await page.mouse.move(0, 0);
    await card(page, "Tasks").hover();
    await page.waitForTimeout(250);
    return card(page, "Tasks").evaluate((element) => getComputedStyle(element).boxShadow);
  };
  await page.goto("/app/dashboard");
  await expect.poll(shadow).not.toBe("none");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await shadow()).toBe("none");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/app/settings?tab=appearance");
  await page.getByRole("switch", { name: "Light up cards under the pointer" }).click();
  await expect(page.getByRole("switch", { name: "Light up cards under the pointer" })).not.toBeChecked();
  await page.goto("/app/dashboard");
  await expect.poll(shadow).toBe("none");
});
