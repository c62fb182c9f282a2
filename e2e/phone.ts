import type { Page } from "@playwright/test";

export const PORTRAIT = { width: 390, height: 844 };

/** A note of a list. */
export const row = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });
