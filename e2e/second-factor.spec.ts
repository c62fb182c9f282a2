import type { Page } from "@playwright/test";
import { stepAt, totpCode } from "#server/accounts/totp.ts";
import { expect, type Person, test } from "./fixtures.ts";

async function confirm({ page, password }: Person): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toBeHidden();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL(/\/auth\/login/);
}

async function signIn({ page, email, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const code = (secret: string, ahead = 0) => totpCode(secret, stepAt(Date.now()) + ahead);

test("with an authenticator app signing in asks for a code; a used one and a used backup code are refused", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/settings?tab=account");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await confirm(ann);
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  // The question before it gave the focus back, and the new dialog has it.
  await expect(dialog.getByLabel("Code from the app")).toBeFocused();
  await dialog.getByText("Can't scan it? Enter this key instead").click();
  const secret = (await dialog.locator("code").innerText()).replaceAll(/\s/g, "");
  await dialog.getByLabel("Code from the app").fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText("That code is wrong or was already used.")).toBeVisible();
  const first = code(secret, -1);
  await dialog.getByLabel("Code from the app").fill(first);
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const backup = await codes.first().innerText();
  await page.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByText("On. 10 backup codes are left.")).toBeVisible();

  await signOut(page);
  await signIn(ann);
  await page.getByLabel("Code", { exact: true }).fill(first);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("That code is wrong or was already used.")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(code(secret));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/app\/dashboard/);

  await signOut(page);
  await signIn(ann);
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill(backup);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/app\/dashboard/);

  await page.goto("/app/settings?tab=account");
  await expect(page.getByText("On. 9 backup codes are left.")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await confirm(ann);
  await expect(page.getByText("Two-step sign-in is off.")).toBeVisible();
});

/** A device that keeps passkeys and says yes to each question. */
async function addAuthenticator({ page, context }: Person): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added, renamed, signs in, proves who one is, and is removed", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await addAuthenticator(ann);
  await page.goto("/app/settings?tab=account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await confirm(ann);
  await expect(page.getByText("You can now sign in with this passkey.")).toBeVisible();
  await page.getByRole("button", { name: /^Rename passkey/ }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("My laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("button", { name: "Remove passkey My laptop" })).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();

  await signOut(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(/\/app\/dashboard/);
  await page.goto("/app/settings?tab=account");
  await page.getByRole("button", { name: "Remove passkey My laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("button", { name: "Remove passkey My laptop" })).toBeHidden();

  await signOut(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("This passkey wasn't accepted.")).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/login/);
});

test("a passkey whose change failed says so on its row until it is tried again", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await addAuthenticator(ann);
  const messages = page.getByRole("region", { name: "Messages" });
  const mark = page.getByRole("button", { name: "no: retry" });
  const failing = async (operation: string, work: () => Promise<void>) => {
    const address = `**/rpc/security/${operation}`;
    await page.route(address, (route) =>
      route.fulfill({ status: 500, json: { json: { code: "INTERNAL", status: 500, message: "no" } } }),
    );
    await work();
    await expect(messages.getByRole("button", { name: "Retry" })).toBeVisible();
    await page.unroute(address);
  };
  await page.goto("/app/settings?tab=account");
  await failing("newPasskeyOptions", () => page.getByRole("button", { name: "Add a passkey" }).click());
  await mark.click();
  await confirm(ann);
  await expect(page.getByText("You can now sign in with this passkey.")).toBeVisible();

  const dialog = page.getByRole("dialog");
  await failing("renamePasskey", async () => {
    await page.getByRole("button", { name: /^Rename passkey/ }).click();
    await dialog.getByLabel("Name").fill("My laptop");
    await dialog.getByRole("button", { name: "Rename" }).click();
  });
  await messages.getByRole("button", { name: "Retry" }).click();
  const remove = page.getByRole("button", { name: "Remove passkey My laptop" });
  await expect(dialog).toHaveCount(0);
  await failing("removePasskey", () => remove.click());
  await mark.click();
  await expect(remove).toHaveCount(0);
});

test("where passkeys cannot work, the settings say why and the login page does not offer them", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const url = server.url.replace("localhost", "127.0.0.1");
  await ann.context.clearCookies();
  await ann.page.goto(`${url}/auth/login`);
  await expect(ann.page.getByLabel("Email")).toBeVisible();
  await expect(ann.page.getByRole("button", { name: "Use a passkey" })).toBeHidden();
  await signIn(ann);
  await ann.page.waitForURL(/\/app\/dashboard/);
  await ann.page.goto(`${url}/app/settings?tab=account`);
  await expect(ann.page.getByText(/^Passkeys need a host name/)).toBeVisible();
});
