import { type Browser, devices, type Page } from "@playwright/test";
import type { Person } from "./fixtures.ts";

export const PORTRAIT = { width: 390, height: 844 };

/** The same account on a phone: its user agent, its fingers, its screen. */
export async function onPhone(
  browser: Browser,
  { context }: Person,
  url: string,
  watch: (page: Page) => void,
) {
  const phone = await browser.newContext({
    ...devices["Pixel 7"],
    viewport: PORTRAIT,
    baseURL: url,
    storageState: await context.storageState(),
  });
  const page = await phone.newPage();
  watch(page);
  return { phone, page };
}

/** A note of a list. */
export const row = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });
