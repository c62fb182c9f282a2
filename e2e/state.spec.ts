import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, test, typeAtEnd, waitForSaved } from "./fixtures.ts";

declare global {
  interface Window {
    sockets: WebSocket[];
    /** When the last connection was lost, when that was first said, and what was red meanwhile. */
    cutAt: number;
    saidAt: number;
    alarms: string[];
  }
}

/** Watches the page from its start: its connections, and each moment at which it says something. */
const watchState = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { sockets: [], cutAt: 0, saidAt: 0, alarms: [] });
    const lost = () => {
      window.cutAt = performance.now();
      window.saidAt = 0;
    };
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        window.sockets.push(this);
        this.addEventListener("open", () => this.addEventListener("close", lost));
      }
    };
    addEventListener("offline", lost);
    const look = () => {
      const words = document.querySelector('aside[aria-label="Sidebar"] [role=status]')?.textContent ?? "";
      if (words.startsWith("Offline") && window.saidAt === 0) window.saidAt = performance.now();
      for (const red of document.querySelectorAll("[role=status].text-danger, [role=status] .bg-danger"))
        window.alarms.push(red.textContent ?? "");
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });

const stateLine = (page: Page) =>
  page.getByRole("complementary", { name: "Sidebar" }).getByRole("status").first();

test(
  "without the server the page says so within half a second, counts notes, and shows no red",
  { tag: "@service-worker" },
  async ({ aPerson, onPhone, server }) => {
    test.setTimeout(180_000);
    const ann = await aPerson();
    const { page } = ann;
    await page.setViewportSize({ width: 1440, height: 900 });
    await watchState(page);
    const [first, second] = [
      await aNote(ann, { title: "Harbor" }),
      await aNote(ann, { title: "Lighthouse" }),
    ];
    const phone = await onPhone(ann);
    await phone.goto("/mobile/notes");
    await page.goto("/app/dashboard");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    for (const noteId of [second, first]) {
      await openEditor(page, noteId);
      await waitForSaved(page);
    }
    await expect(stateLine(page)).toHaveText("Connected");

    // The fastest of three: another process may hold this one up.
    const times: number[] = [];
    for (let cut = 0; cut < 3; cut++) {
      await page.context().setOffline(true);
      await expect(stateLine(page)).toHaveText("Offline");
      times.push(await page.evaluate(() => window.saidAt - window.cutAt));
      await page.context().setOffline(false);
      await expect(stateLine(page)).toHaveText("Connected", { timeout: 20_000 });
    }
    expect(Math.min(...times)).toBeLessThan(500);

    // Back before anybody would notice: nothing is said.
    await page.evaluate(() => {
      window.saidAt = 0;
      window.sockets.at(-1)!.close();
    });
    await expect
      .poll(() => page.evaluate(() => window.sockets.at(-1)!.readyState), { timeout: 10_000 })
      .toBe(1);
    await expect(stateLine(page)).toHaveText("Connected");

    await server.kill({ database: false });
    await expect(stateLine(page)).toHaveText("Offline");
    await expect(phone.getByRole("status").filter({ hasText: /^Offline$/ })).toBeVisible();
    await typeAtEnd(page, "Boats, many boats");
    await expect(stateLine(page)).toHaveText("Offline, 1 note waiting");
    await expect(page.getByRole("status").filter({ hasText: "Offline, 1 note waiting" })).toHaveCount(2);
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await page.getByRole("link", { name: "Lighthouse" }).first().click();
    await expect(page).toHaveURL(new RegExp(second));
    await typeAtEnd(page, "It turns");
    await expect(stateLine(page)).toHaveText("Offline, 2 notes waiting");
    await server.start();
    await waitForSaved(page);
    await expect(stateLine(page)).toHaveText("Connected", { timeout: 20_000 });
    expect(await page.evaluate(() => window.alarms)).toEqual([]);
  },
);

test("on a slow line something true is on the screen before the code has come @fetches-ahead", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  });
  await page.goto("/app/dashboard", { waitUntil: "commit" });
  // How long it takes is measured by `npm run bench`; here, what is said, and that no code of ours was needed for it.
  const painted = await page.evaluate(
    () =>
      new Promise<{ words: string; hasCode: boolean }>((done) => {
        new PerformanceObserver((list) => {
          if (!list.getEntries().some(({ name }) => name === "first-contentful-paint")) return;
          const hasCode = document.querySelector("#first") === null;
          done({ words: document.body.innerText.trim(), hasCode });
        }).observe({ type: "paint", buffered: true });
      }),
  );
  expect(painted).toEqual({ words: "Loading... Please wait", hasCode: false });
  await expect(page.getByRole("heading", { name: "Welcome, Ann" })).toBeVisible({ timeout: 60_000 });
});
