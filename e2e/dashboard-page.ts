import type { Page } from "@playwright/test";

export const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** The titles of all cards, in their order. */
export const cards = (page: Page) => page.locator("[data-slot] h2");
export const edit = (page: Page) => page.getByRole("button", { name: "Edit the dashboard" }).click();

/** Chooses the last of these in the menu of a card, through the submenus that come before it. */
export async function menuOf(page: Page, name: string, ...items: string[]): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  for (const item of items.slice(0, -1)) await page.getByRole("menuitem", { name: item }).hover();
  await page.getByRole("menuitem", { name: items.at(-1)!, exact: true }).click();
}

/** YYYY-MM-DD, by the clock of this machine. */
export const dayIn = (days: number): string => {
  const day = new Date(Date.now() + days * 864e5);
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
};
