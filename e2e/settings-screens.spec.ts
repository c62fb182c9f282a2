import type { Page } from "@playwright/test";
import { stepAt, totpCode } from "#server/accounts/totp.ts";
import { expect, test } from "./fixtures.ts";
import { aPhone, audit, findOverflow, type Opening, POPUP, WIDE } from "./screen-audit.ts";

const press = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();

const ofSettings: Opening[] = [
  { name: "change email", open: press("Change email") },
  { name: "change password", open: press("Change password") },
  { name: "new app password", open: press("Create an app password") },
  { name: "delete account", open: press("Delete account") },
  { name: "confirm it's you", open: press("Set up an authenticator app") },
];

test("every dialog of the settings and the second step of a sign-in are accessible in both themes", async ({
  aPerson,
  aContext,
  server,
  watch,
}) => {
  test.setTimeout(240_000);
  const ann = await aPerson("Ann");
  const { password, email } = ann;
  const phone = await aPhone(aContext, await ann.context.storageState());
  const phonePage = await phone.newPage();
  watch(phonePage);
  await ann.page.setViewportSize(WIDE);
  const faults: string[] = [];
  const look = async (page: Page, name: string, within?: string) => {
    faults.push(...(await findOverflow(page, name)));
    if (page === ann.page) faults.push(...(await audit(page, name, within)));
  };
  let secret = "";
  for (const page of [ann.page, phonePage]) {
    await server.query("UPDATE auth.sessions SET reauthenticated_at = NULL WHERE user_id = $1", [ann.userId]);
    await page.goto("/app/settings?tab=account");
    await page.locator("#sessions li").waitFor();
    for (const { name, open } of ofSettings) {
      await open(page);
      await page.getByRole("dialog").waitFor();
      await look(page, name, POPUP);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await ann.api("POST", "/api/security/reauthenticate", { password });
    await press("Set up an authenticator app")(page);
    await page.getByRole("img", { name: /^QR code/ }).waitFor();
    await look(page, "set up an app", POPUP);
    await page.keyboard.press("Escape");
  }
  for (const page of [ann.page, phonePage]) {
    if (secret) await press("New backup codes")(page);
    else {
      ({ secret } = await ann.api<{ secret: string }>("POST", "/api/security/totp", {}));
      await ann.api("POST", "/api/security/totp/confirm", { code: totpCode(secret, stepAt(Date.now())) });
      await page.reload();
      await phonePage.reload();
      await press("New backup codes")(page);
    }
    await page.getByRole("list", { name: "Backup codes" }).waitFor();
    await look(page, "backup codes", POPUP);
    await press("I've saved them")(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await press("Turn off")(page);
    await page.getByRole("dialog").waitFor();
    await look(page, "turn off", POPUP);
    await page.keyboard.press("Escape");
  }
  for (const context of [ann.context, phone]) {
    await context.clearCookies();
    const page = await context.newPage();
    await page.goto("/auth/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await press("Sign in")(page);
    await page.getByLabel("Code", { exact: true }).waitFor();
    faults.push(...(await findOverflow(page, "second step")));
    if (context === ann.context) faults.push(...(await audit(page, "second step")));
  }
  expect(faults).toEqual([]);
});
