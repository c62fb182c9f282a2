import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { says, tool } from "./banner-page.ts";
import { expect, test as base } from "./fixtures.ts";
import { placed, setDashboard } from "./set-dashboard.ts";
import { startJourneyServer } from "./journey-server.ts";
import type { ServerProcess } from "./server-process.ts";

/** A page of another site. */
async function startSite() {
  const site = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<h1>All systems work</h1><script>document.title = String(document.referrer)</script>");
  });
  await new Promise<void>((resolve) => void site.listen(0, "127.0.0.1", resolve));
  return { site, origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}` };
}

/** A server of its own, on which the first account is the operator's. */
const test = base.extend<object, { server: ServerProcess; site: string }>({
  site: [
    async ({}, use) => {
      const { site, origin } = await startSite();
      await use(origin);
      site.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ site }, use) => {
      const server = await startJourneyServer({
        WEATHER: "off",
        EMBED_ORIGINS: site,
        BANNER_UPLOAD: "off",
        BANNER_GENERATION: "off",
      });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

test("what the operator switches off is on nobody's dashboard and in nobody's library until it is on again", async ({
  aPerson,
}) => {
  const operator = await aPerson();
  const bob = await aPerson();
  await operator.page.goto("/app/components");
  const clock = operator.page
    .getByRole("listitem")
    .filter({ has: operator.page.getByRole("heading", { name: "Clock" }) });
  const isOn = clock.getByRole("switch", { name: "Available to everyone on this server" });
  await expect(isOn).toBeChecked();
  await bob.page.goto("/app/components");
  await bob.page.getByRole("button", { name: "Add Clock" }).click();
  await expect(bob.page.getByText("Clock added to selected components")).toBeVisible();
  await expect(bob.page.getByRole("switch")).toHaveCount(0);

  await isOn.click();
  await expect(isOn).not.toBeChecked();
  await operator.page.reload();
  await expect(isOn).not.toBeChecked();
  await bob.page.goto("/app/dashboard");
  await expect(bob.page.getByText('Component "clock" is not available.')).toBeVisible();
  await bob.page.goto("/app/components");
  await expect(bob.page.getByRole("button", { name: "Add Countdown" })).toBeVisible();
  await expect(bob.page.getByRole("button", { name: "Add Clock" })).toHaveCount(0);

  await isOn.click();
  await expect(isOn).toBeChecked();
  await bob.page.goto("/app/dashboard");
  await expect(bob.page.getByRole("region", { name: "Clock" }).getByRole("time")).toBeVisible();
});

test("a card shows a page of a site that the operator allows, and of no other", async ({ aPerson, site }) => {
  const ann = await aPerson();
  const { page } = ann;
  const shows = (address: string) => placed("embed", { address });
  await setDashboard(ann, {
    components: {
      topLeft: shows(`${site}/status`),
      topRight: shows("https://elsewhere.example/"),
      middleLeft: shows("javascript:alert(1)"),
    },
  });
  await page.goto("/app/dashboard");
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "All systems work" })).toBeVisible();
  await expect(page.getByText(/Its operator can allow https:\/\/elsewhere.example/)).toBeVisible();
  await expect(page.getByText("This address can't be read.")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(1);
});

test("uploads and pictures from words that the operator switched off say so", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("PATCH", "/api/workspace", { isDashboardEditing: true });
  await page.goto("/app/dashboard");
  await tool(page, "Upload").click();
  await says(page, "Upload Disabled");
  await says(page, "Banner upload is currently disabled.");
  await tool(page, "AI Generate").click();
  await says(page, "Generation Disabled");
});
