import type { Page } from "@playwright/test";

type Point = { x: number; y: number };

/** A finger that rests on a place for so long, and then moves; one that doesn't rest is moving before the page has answered. */
export async function dragByFinger(page: Page, from: Point, to: Point, restMs: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: Point) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const down = touch("touchStart", from);
  if (restMs > 0) {
    await down;
    await page.waitForTimeout(restMs);
  }
  for (let step = 1; step <= 10; step++) {
    const part = step / 10;
    await touch("touchMove", { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    await page.waitForTimeout(30);
  }
  await touch("touchEnd");
  await client.detach();
}
