import { expect, test } from "./fixtures.ts";

const SHORT_FORMS: [string, string][] = [
  ["/login?next=/app/notes", "/auth/login?next=%2Fapp%2Fnotes"],
  ["/register", "/auth/register"],
  ["/reset-password", "/auth/reset-password"],
];
const OWN_SHORT_FORMS: [string, string][] = [
  ["/dashboard", "/app/dashboard"],
  ["/app", "/app/dashboard"],
  ["/components?targetPanel=topLeft#x", "/app/components?targetPanel=topLeft#x"],
];

test("short addresses lead to the long ones and leave nothing behind for the Back button", async ({
  page,
  aPerson,
  watch,
}) => {
  watch(page);
  for (const [from, to] of SHORT_FORMS) {
    await page.goto(from);
    await expect(page.locator("form")).toBeVisible();
    await expect(page).toHaveURL(to);
  }
  const ann = await aPerson();
  await ann.page.goto("/app/explorer");
  for (const [from, to] of OWN_SHORT_FORMS) {
    await ann.page.goto(from);
    await expect(ann.page).toHaveURL(to);
    await ann.page.goBack();
    await expect(ann.page).toHaveURL("/app/explorer");
  }
});

test("a visitor who asks for a protected page meets the spinner, signs in and is where they wanted to be", async ({
  aPerson,
  browser,
  server,
}) => {
  const ann = await aPerson();
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  // The check takes as long as the server lets it.
  const letGo = Promise.withResolvers<void>();
  await page.route("**/rpc/accounts/session*", async (route) => {
    await letGo.promise;
    await route.continue();
  });
  await page.goto("/app/explorer");
  await page.goto("/app/calendar?createTask=true");
  await expect(page.getByText("Loading... Please wait")).toBeVisible();
  letGo.resolve();
  await expect(page).toHaveURL(/\/auth\/login\?next=/);
  await page.getByLabel("Email").fill(ann.email);
  await page.getByLabel("Password", { exact: true }).fill(ann.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Welcome back!", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/calendar/);
  await expect(page.getByRole("textbox", { name: "Add a task" })).toBeFocused();
  await context.close();
});

test("an unknown address says that nothing is there", async ({ aPerson }) => {
  const { page } = await aPerson();
  for (const path of ["/app/nowhere", "/nowhere"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.locator("main")).toHaveCount(1);
  }
});
