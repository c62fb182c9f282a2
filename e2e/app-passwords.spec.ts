import { expect, test } from "./fixtures.ts";

const DAY = new Date().toISOString().slice(0, 10);

test("a phone signs in with an app password, and what it changes is on the page at once, until that is revoked", async ({
  aPerson,
  baseURL,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await ann.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/app/settings?tab=account#app-passwords");
  await page.getByRole("button", { name: "Create an app password" }).click();
  const dialog = page.getByRole("dialog", { name: "New app password" });
  await dialog.getByLabel("Name").fill("My phone");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Confirm it's you" });
  await question.getByLabel("Password", { exact: true }).fill(ann.password);
  await question.getByRole("button", { name: "Confirm" }).click();
  const server = await dialog.getByLabel("Server", { exact: true }).inputValue();
  const userName = await dialog.getByLabel("User name", { exact: true }).inputValue();
  const secret = await dialog.getByLabel("App password", { exact: true }).inputValue();
  expect([server, userName]).toEqual([baseURL, ann.email]);
  await dialog.getByRole("button", { name: "Copy App password" }).click();
  await expect(page.getByText("App password copied")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.locator("#app-passwords li");
  await expect(row).toContainText("My phone");
  await expect(row).toContainText("never used");
  await expect(page.locator("body")).not.toContainText(secret);

  const authorization = `Basic ${Buffer.from(`${userName}:${secret}`).toString("base64")}`;
  const ask = (method: string, path: string, body: string | null = null) =>
    fetch(server + path, { method, body, headers: { authorization, depth: "1", "user-agent": "Phone/1.0" } });
  const home = `/dav/calendars/${ann.userId}/`;
  const found = await (await ask("PROPFIND", home)).text();
  const calendar = [...found.matchAll(/<d:href>([^<]+)<\/d:href>/g)].map(([, href]) => href!)[1]!;
  await page.goto("/app/calendar?view=week");
  await page.getByRole("region", { name: "Calendars" }).waitFor();
  const day = DAY.replaceAll("-", "");
  const event = (title: string) =>
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Phone//EN",
      "BEGIN:VEVENT",
      "UID:from-the-phone",
      `DTSTAMP:${day}T000000Z`,
      `DTSTART:${day}T120000`,
      `DTEND:${day}T130000`,
      `SUMMARY:${title}`,
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n");
  const entry = (title: string) => page.locator("[data-entry]").filter({ hasText: title });
  expect((await ask("PUT", `${calendar}phone.ics`, event("Lunch with Bob"))).status).toBe(201);
  await expect(entry("Lunch with Bob")).toBeVisible();
  expect((await ask("PUT", `${calendar}phone.ics`, event("Dinner with Bob"))).status).toBe(204);
  await expect(entry("Dinner with Bob")).toBeVisible();
  await expect(entry("Lunch with Bob")).toHaveCount(0);

  await page.goto("/app/settings?tab=account#app-passwords");
  await expect(row).toContainText("Phone/1.0");
  await row.getByRole("button", { name: "Rename app password My phone" }).click();
  const rename = page.getByRole("dialog", { name: "Rename app password" });
  await rename.getByLabel("Name").fill("Old phone");
  await rename.getByRole("button", { name: "Rename" }).click();
  await row.getByRole("button", { name: "Revoke Old phone" }).click();
  await expect(row).toHaveCount(0);
  expect((await ask("PROPFIND", home)).status).toBe(401);
});

test("one for metrics shows where to send them, and says so in the list", async ({ aPerson, server }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await ann.api("POST", "/api/security/reauthenticate", { password: ann.password });
  await page.goto("/app/settings?tab=account");
  await page.getByRole("button", { name: "Create an app password" }).click();
  const dialog = page.getByRole("dialog", { name: "New app password" });
  await dialog.getByLabel("Name").fill("Shop");
  await dialog.getByLabel("Access").selectOption("Only send metrics");
  await dialog.getByRole("button", { name: "Create" }).click();
  const address = dialog.getByLabel("Address", { exact: true });
  await expect(address).toHaveValue(/\/api\/metrics$/);
  const secret = await dialog.getByLabel("App password", { exact: true }).inputValue();
  const sent = await fetch(`${server.url}/api/metrics`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Sales", value: 3 }),
  });
  expect(sent.status).toBe(200);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Shop" })).toContainText("metrics");
});

test("one for programs of one's own shows how to call the API, and what only reads changes nothing", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await ann.api("POST", "/api/security/reauthenticate", { password: ann.password });
  await page.goto("/app/settings?tab=account#app-passwords");
  await page.getByRole("button", { name: "Create an app password" }).click();
  const dialog = page.getByRole("dialog", { name: "New app password" });
  await dialog.getByLabel("Name").fill("My script");
  await dialog.getByLabel("Access").selectOption("Your own programs: only read");
  await dialog.getByLabel("Name").press("Enter");
  await expect(dialog.getByLabel("Address", { exact: true })).toHaveValue(/\/api$/);
  const secret = await dialog.getByLabel("App password", { exact: true }).inputValue();
  const call = (method: string, body?: object) =>
    fetch(`${server.url}/api/notes`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        "user-agent": "curl/8",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  expect((await call("GET")).status).toBe(200);
  expect((await call("POST", { title: "By a script" })).status).toBe(403);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: "My script" });
  await expect(row).toContainText("read only · programs of your own");
  await expect(row).toContainText("curl/8");
});
