import { expect, test as base } from "./fixtures.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";

/** Of its own, on which the first account is the operator's. */
const test = base.extend<object, { server: ServerProcess }>({
  server: [
    async ({}, use) => {
      const server = await createServerProcess({ TRUSTED_PROXIES: "loopback", WEATHER: "off" });
      await server.start();
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
