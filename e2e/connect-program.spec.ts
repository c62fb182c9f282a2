import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { expect, test } from "./fixtures.ts";
import { audit, findOverflow, resize } from "./screen-audit.ts";

/** A program on this machine that speaks MCP, by the protocol's own client: it waits at its address for the answer. */
async function aProgram(name: string) {
  const answers: URL[] = [];
  const home = createServer((request, response) => {
    answers.push(new URL(request.url!, "http://127.0.0.1"));
    response.setHeader("content-type", "text/html");
    response.end("<h1>Back in the program</h1>");
  });
  await once(home.listen(0, "127.0.0.1"), "listening");
  const redirectUrl = `http://127.0.0.1:${(home.address() as AddressInfo).port}/callback`;
  const kept: {
    information?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier?: string;
    asked?: URL;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl] },
    state: () => "its state",
    clientInformation: () => kept.information,
    saveClientInformation: (information) => void (kept.information = information),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.asked = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
  };
  return { provider, kept, answers, close: () => home.close() };
}

test("a program asks to be connected, its owner signs in, allows it, and disconnects it later", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const program = await aProgram("Quill <b>");
  const serverUrl = new URL("/mcp", server.url);
  await auth(program.provider, { serverUrl });
  await ann.context.clearCookies();
  await page.goto(program.kept.asked!.href);
  await page.getByLabel("Email").fill(ann.email);
  await page.getByLabel("Password", { exact: true }).fill(ann.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Connect a program?" })).toBeVisible();
  await expect(page.getByText("Quill <b>")).toBeVisible();
  await expect(page.getByText("a program on this device (127.0.0.1:")).toBeVisible();
  expect(await audit(page, "connect a program")).toEqual([]);
  expect(await resize(page, "connect a program")).toEqual([]);
  // By keys alone.
  await page.getByRole("radio", { name: /^Read notes/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /^Only read/ })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Allow" })).toBeFocused();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Confirm it's you" });
  await question.getByLabel("Password", { exact: true }).fill(ann.password);
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Back in the program" })).toBeVisible();
  const [answer] = program.answers;
  expect(answer!.searchParams.get("state")).toBe("its state");
  await auth(program.provider, { serverUrl, authorizationCode: answer!.searchParams.get("code")! });
  expect(program.kept.tokens).toMatchObject({ scope: "mcp:read" });
  const call = () =>
    fetch(serverUrl, {
      method: "POST",
      headers: {
        authorization: `Bearer ${program.kept.tokens!.access_token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    });
  expect((await call()).status).toBe(200);

  await page.goto("/app/settings?tab=account#app-passwords");
  const row = page.locator("#app-passwords li");
  await expect(row).toContainText("connected · read only · AI programs");
  await row.getByRole("button", { name: "Revoke Quill <b>" }).click();
  await expect(row).toHaveCount(0);
  expect((await call()).status).toBe(401);
  program.close();
});

test("whoever refuses goes back without a code, and a made-up program is not answered", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await page.setViewportSize({ width: 390, height: 844 });
  const program = await aProgram("Quill");
  await auth(program.provider, { serverUrl: new URL("/mcp", server.url) });
  await page.goto(program.kept.asked!.href);
  await expect(page.getByRole("button", { name: "Refuse" })).toBeVisible();
  expect(await findOverflow(page, "connect a program")).toEqual([]);
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByRole("heading", { name: "Back in the program" })).toBeVisible();
  expect(program.answers[0]!.searchParams.get("error")).toBe("access_denied");
  expect(program.answers[0]!.searchParams.get("code")).toBeNull();
  const forged = new URL(program.kept.asked!);
  forged.searchParams.set("redirect_uri", "https://evil.example/");
  await page.goto(forged.href);
  await expect(page.getByRole("heading", { name: "This program can't be connected" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Go back to the program" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  program.close();
});
