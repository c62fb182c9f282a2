import { type BrowserContext, expect } from "@playwright/test";

/**
 * Keeps answers from coming.
 * @returns Lets all come, those that are asked for later, too, once the first was asked for
 */
export async function hold(context: BrowserContext, address: string | RegExp): Promise<() => Promise<void>> {
  const held: (() => void)[] = [];
  let isHeld = true;
  await context.route(address, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    isHeld = false;
    for (const release of held) release();
  };
}
