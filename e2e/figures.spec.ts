import type { Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";
import { card } from "./dashboard-page.ts";
import { audit } from "./screen-audit.ts";

const KEYS = {
  "stats-revenue": "Revenue",
  "stats-users": "Users",
  "stats-views": "Views",
  "stats-growth": "Growth",
  "social-twitter": "Twitter",
  "social-instagram": "Instagram",
  "social-linkedin": "LinkedIn",
};

test.afterEach(({ source }) => {
  source.mood = "well";
  source.count = 42;
});

const soon = { timeout: 2_000 };

type Widget = { key: string; props?: Record<string, unknown>; size?: string };

/** A dashboard with these widgets alone. */
async function openWith({ page, api }: Person, ...widgets: Widget[]): Promise<void> {
  const { id } = await api<{ id: string }>("POST", "/api/layouts", {
    name: "Figures",
    config: {
      components: {},
      gridLayout: {
        widgets: widgets.map(({ key, props = {}, size = "S" }, at) => ({
          id: `w${at}`,
          component_key: key,
          props,
          size,
        })),
      },
    },
  });
  await page.goto(`/app/dashboard?layout=${id}`);
}

async function connect(page: Page, name: string) {
  await card(page, name).getByRole("button", { name: "Connect Your Own" }).click();
  return page.getByRole("dialog", { name: `Connect ${name}` });
}

test("each of the seven cards shows a sample, then what the database has", async ({ aPerson, server }) => {
  const ann = await aPerson();
  const { page, api } = ann;
  await openWith(ann, ...Object.keys(KEYS).map((key) => ({ key })));
  for (const name of Object.values(KEYS)) await expect(card(page, name).getByText("Sample")).toBeVisible();
  expect(await audit(page, "samples", "ul[aria-label=Widgets]")).toEqual([]);

  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const values = Object.keys(KEYS).map((key, index) => ({ key, value: 100 + index * 7 }));
  for (const { key, value } of values) {
    await api("POST", "/api/metrics", { name: `Own ${key}`, value: 100, at: at(40) });
    await api("POST", "/api/metrics", { name: `Own ${key}`, value, at: at(0) });
  }
  const stored = await server.query(
    `SELECT s.id, s.name, (SELECT value FROM metric_points p WHERE p.series_id = s.id ORDER BY at DESC LIMIT 1) AS value
     FROM metric_series s WHERE user_id = $1`,
    [ann.userId],
  );
  const own = values.map(({ key }) => stored.find(({ name }) => name === `Own ${key}`)!);
  await openWith(ann, ...values.map(({ key }, index) => ({ key, props: { metricId: own[index]!["id"] } })));
  for (const [index, name] of Object.values(KEYS).entries()) {
    const shown = card(page, name);
    await expect(shown.getByText(String(own[index]!["value"]), { exact: true })).toBeVisible();
    await expect(shown).toContainText(index === 0 ? "Unchanged in 30 days" : `Up +${index * 7}% in 30 days`);
    await expect(shown.getByText("Sample")).toHaveCount(0);
  }
});

test("a figure is typed in, changed, deleted and put back, and stands so on another device", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await openWith(ann, { key: "stats-revenue" });
  const dialog = await connect(page, "Revenue");
  await dialog.getByLabel("Value", { exact: true }).fill("1250.5");
  await dialog.getByLabel("Unit").fill("$");
  expect(await audit(page, "connect", "[role=dialog]")).toEqual([]);
  await dialog.getByRole("button", { name: "Save Value" }).click();
  const revenue = card(page, "Revenue");
  await expect(revenue).toContainText("$1,250.5");
  await expect(revenue).toContainText("now");
  await expect(revenue.getByText("Sample")).toHaveCount(0);

  const other = (await anotherBrowser(ann)).page;
  await other.goto(page.url());
  await expect(card(other, "Revenue")).toContainText("$1,250.5");

  await revenue.getByRole("button", { name: "Values of Revenue" }).click();
  const values = page.getByRole("dialog", { name: "Revenue" });
  await values.getByRole("button", { name: /^Change the value of/ }).click();
  const typed = values.getByRole("spinbutton", { name: /^Value of/ });
  // More than the server keeps: it stays written.
  await typed.fill("9e15");
  await page.keyboard.press("Enter");
  await expect(values.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await expect(typed).toHaveValue("9e15");
  await typed.fill("1300");
  await page.keyboard.press("Enter");
  await expect(card(other, "Revenue")).toContainText("$1,300", soon);
  await expect(values.getByText("$1,300")).toBeVisible();
  await values.getByRole("button", { name: /^Delete the value of/ }).click();
  await expect(card(other, "Revenue")).toContainText("–", soon);
  await expect(page.getByText("Value deleted")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(card(other, "Revenue")).toContainText("$1,300");
});

test("a metric is deleted for good where it is chosen, after a question", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page, api } = ann;
  for (const name of ["Old visits", "Revenue"]) await api("POST", "/api/metrics", { name, value: 7 });
  await openWith(ann, { key: "stats-revenue", props: { metricName: "Revenue" } });
  await card(page, "Revenue").getByRole("button", { name: "Values of Revenue" }).click();
  const dialog = page.getByRole("dialog", { name: "Revenue" });
  await dialog.getByRole("tab", { name: "Your Metrics" }).click();
  const list = dialog.getByRole("combobox", { name: "Metric" });
  await list.selectOption({ label: "Old visits" });
  await dialog.getByRole("button", { name: "Delete Metric..." }).click();
  await expect(dialog).toContainText("Delete Old visits with all its values? This cannot be undone.");
  expect(await audit(page, "erase", "[role=dialog]")).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(list).toBeFocused();
  await dialog.getByRole("button", { name: "Delete Metric..." }).click();
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByText("Metric deleted", { exact: true })).toBeVisible();
  await expect(list.getByRole("option")).toHaveText(["Revenue"]);
  const { metrics } = await api<{ metrics: { name: string }[] }>("GET", "/api/metrics");
  expect(metrics.map(({ name }) => name)).toEqual(["Revenue"]);
  await page.keyboard.press("Escape");
  await expect(card(page, "Revenue")).toContainText("7");
});

test("a value typed without the line that the server then refuses is told with its figure @fetches-ahead", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page, context } = ann;
  await openWith(ann, { key: "stats-views" });
  const dialog = await connect(page, "Views");
  await server.query(
    `INSERT INTO metric_series (id, user_id, name, unit, kind)
     SELECT gen_random_uuid(), $1, 'Metric ' || n, '', 'gauge' FROM generate_series(1, 100) n`,
    [ann.userId],
  );
  const value = dialog.getByLabel("Value", { exact: true });
  await expect(value).toBeVisible();
  await context.setOffline(true);
  await value.fill("77.5");
  await dialog.getByRole("button", { name: "Save Value" }).click();
  await expect(card(page, "Views")).toContainText("Waiting for the first value of Views.");
  await context.setOffline(false);
  const told = page.getByRole("alert").filter({ hasText: "You already have 100 metrics." });
  await expect(told).toContainText("Views: 77.5", { timeout: 30_000 });
});

test("what a program sends stands on the open page within a second", async ({ aPerson, server }) => {
  const ann = await aPerson();
  const { page, api } = ann;
  await openWith(ann, { key: "stats-views" });
  const dialog = await connect(page, "Views");
  await dialog.getByRole("tab", { name: "Send It" }).click();
  await dialog.getByLabel("Name").fill("Page views");
  const line = dialog.getByRole("region", { name: "Command" });
  await expect(line).toContainText(`curl ${server.url}/api/metrics`);
  await expect(line).toContainText(`-d '{"name":"Page views","value":42}'`);
  await expect(dialog.getByRole("link", { name: "app password" })).toHaveAttribute(
    "href",
    "/app/settings?tab=account#app-passwords",
  );
  await dialog.getByRole("button", { name: "Wait for It" }).click();
  await expect(card(page, "Views")).toContainText("Waiting for the first value of Page views.");

  await api("POST", "/api/security/reauthenticate", { password: ann.password });
  const { secret } = await api<{ secret: string }>("POST", "/api/tokens", {
    name: "Script",
    scopes: ["metrics:write"],
  });
  const send = (value: number) =>
    fetch(`${server.url}/api/metrics`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
      body: JSON.stringify({ name: "Page views", value }),
    });
  expect((await send(41)).status).toBe(200);
  await expect(card(page, "Views").getByText("41", { exact: true })).toBeVisible(soon);
  await send(57);
  await expect(card(page, "Views").getByText("57", { exact: true })).toBeVisible(soon);
});

test("an address is asked, says what is wrong with its answer, and its failures stand beside the last value", async ({
  aPerson,
  source,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await openWith(ann, { key: "social-linkedin" });
  const dialog = await connect(page, "LinkedIn");
  await dialog.getByRole("tab", { name: "Web Address" }).click();
  await dialog.getByLabel("Address", { exact: true }).fill(source.json);
  await dialog.getByLabel("Path").fill("data.text");
  const connectButton = dialog.getByRole("button", { name: "Connect", exact: true });
  const alert = dialog.getByRole("alert");
  await connectButton.click();
  await expect(alert).toHaveText("What is at data.text is text, not a number.");
  await dialog.getByLabel("Path").fill("data.count");
  for (const [mood, words] of [
    ["error", "The server answered 500."],
    ["html", "This is a web page, not JSON."],
    ["redirect", "redirects to an address that is not allowed"],
    ["endless", "The answer is larger than 1 MB."],
    ["nonsense", "What is at data.count is text, not a number."],
  ] as const) {
    source.mood = mood;
    await connectButton.click();
    await expect(alert).toContainText(words);
  }
  expect(await audit(page, "address", "[role=dialog]")).toEqual([]);
  source.mood = "well";
  await connectButton.click();
  const linkedIn = card(page, "LinkedIn");
  await expect(linkedIn.getByText("42", { exact: true })).toBeVisible();

  // As it would be in an hour.
  const due = () =>
    server.query("UPDATE jobs SET run_at = now() WHERE name = 'poll-metric' AND user_id = $1", [ann.userId]);
  source.mood = "error";
  await due();
  await expect(linkedIn).toContainText("The server answered 500. Last value now.", { timeout: 10_000 });
  await expect(linkedIn.getByText("42", { exact: true })).toBeVisible();
  source.mood = "well";
  source.count = 43;
  await due();
  await expect(linkedIn.getByText("43", { exact: true })).toBeVisible({ timeout: 10_000 });
  await expect(linkedIn).not.toContainText("500");
});

test(
  "feeds show their newest entries as text, tell of the ones that fail, and are there without the server",
  {
    tag: "@service-worker",
  },
  async ({ aPerson, source }) => {
    const ann = await aPerson();
    const { page, context } = ann;
    const addresses = `${source.feed}?${ann.userId}`;
    await openWith(ann, { key: "rss", size: "M", props: { addresses } });
    const feeds = card(page, "Feeds");
    const entries = feeds.getByRole("listitem");
    await expect(entries).toHaveCount(3);
    await expect(entries.nth(1)).toContainText(/Pond & quince.*Garden news.*2m ago/);
    const link = entries.first().getByRole("link");
    await expect(link).toHaveAttribute("href", "http://example.com/0");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    await expect(link).toHaveAttribute("target", "_blank");
    expect(await audit(page, "feeds", "ul[aria-label=Widgets]")).toEqual([]);

    source.mood = "html";
    const broken = `${source.feed}?broken${ann.userId}`;
    await openWith(ann, { key: "rss", size: "M", props: { addresses: `${addresses}\n${broken}` } });
    await expect(feeds.getByRole("status")).toContainText(
      "This is a web page, not a feed. Look for its RSS address.",
    );
    await expect(entries).toHaveCount(3);

    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect(entries).toHaveCount(3);
    await context.setOffline(true);
    await page.reload();
    await expect(entries).toHaveCount(3);
    await context.setOffline(false);
  },
);
