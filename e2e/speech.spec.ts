import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { ModelServer } from "#testing/servers/model-server.ts";
import { aNote, expect, type Person } from "./fixtures.ts";
import { test as base } from "./model-servers.ts";
import { aTone } from "../src/server/ai/providers/speech/sound.ts";

/** What the fake microphone of Chromium hears, again and again; each worker has its own, as the first to end removes it. */
const HEARD = join(tmpdir(), `cairn-heard-${process.pid}.wav`);
const test = base;
test.use({
  permissions: ["microphone"],
  launchOptions: async ({ launchOptions }, use) => {
    writeFileSync(HEARD, aTone());
    const args = [
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-audio-capture=${HEARD}`,
      "--autoplay-policy=no-user-gesture-required",
    ];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
  },
});
test.afterAll(() => rmSync(HEARD, { force: true }));

const connect = (ann: Person, open: ModelServer, models: Record<string, string>) =>
  ann.api<{ id: string }>("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models,
  });
const question = (page: Page) => page.getByRole("textbox", { name: "Your question" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const answers = (page: Page) => page.getByRole("article", { name: "Answer" });
const soundsSent = (open: ModelServer) =>
  open.asked.filter(({ path }) => path === "/audio/transcriptions").map(({ sound }) => sound.length);

test("what is said into the microphone stands in the question, by pressing, by holding and by keys", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open, { chat: "echo-large", speechIn: "ear-1" });
  await page.goto("/app/chat");
  await question(page).fill("Remember:");
  const before = soundsSent(open).length;
  await button(page, "Dictate").click();
  await expect(button(page, "Stop and write down")).toBeVisible();
  await expect(page.getByText("0:02", { exact: true })).toBeVisible();
  await button(page, "Stop and write down").click();
  await expect(question(page)).toHaveValue("Remember: Buy milk tomorrow.");
  await expect(question(page)).toBeFocused();
  const sounds = soundsSent(open).slice(before);
  expect(sounds).toHaveLength(1);
  // Two seconds of a tone, recorded by the browser.
  expect(sounds[0]).toBeGreaterThan(2_000);
  expect(open.asked.at(-1)!.json["file"]).toMatchObject({ type: "audio/webm", name: "speech.webm" });

  open.hears(() => "And call Ana.");
  const place = (await button(page, "Dictate").boundingBox())!;
  await page.mouse.move(place.x + 10, place.y + 10);
  await page.mouse.down();
  await expect(page.getByText("0:01", { exact: true })).toBeVisible();
  await page.mouse.up();
  await expect(question(page)).toHaveValue("Remember: Buy milk tomorrow. And call Ana.");

  await button(page, "Dictate").focus();
  await page.keyboard.press("Enter");
  await expect(button(page, "Stop and write down")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button(page, "Dictate")).toBeVisible();
  await expect(question(page)).toHaveValue("Remember: Buy milk tomorrow. And call Ana.");
});

test("what was said is kept when the model fails, and tried again", async ({ aPerson, open }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open, { speechIn: "ear-1" });
  open.hears(() => "Buy milk tomorrow.");
  await page.goto("/app/chat");
  await button(page, "Dictate").click();
  await expect(page.getByText("0:01", { exact: true })).toBeVisible();
  open.fail({ status: 404, body: '{"error": "Not Found"}' });
  await button(page, "Stop and write down").click();
  await expect(page.getByText("can't write down speech")).toBeVisible();
  const before = soundsSent(open);
  open.fail(null);
  await button(page, "Try again").click();
  await expect(question(page)).toHaveValue("Buy milk tomorrow.");
  // The very same.
  expect(soundsSent(open).at(-1)).toBe(before.at(-1));
});

test("without a model for speech there is no microphone", async ({ aPerson, open }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open, { chat: "echo-large" });
  await page.goto("/app/chat");
  await expect(page.getByText("echo-large at")).toBeVisible();
  await expect(button(page, "Ask")).toBeVisible();
  await expect(button(page, "Dictate")).toHaveCount(0);
});

test("an answer is read aloud part by part, and stopped; a fence keeps it from the model", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Roof", text: "The repair cost 4,300 euros in total." });
  await connect(ann, open, { chat: "echo-large", speechOut: "voice-1", voice: "nova" });
  open.say('The roof **cost** 4,300 euros [1: "4,300 euros in total"].\n\nThat is all.');
  await page.goto("/app/chat");
  await question(page).fill("What did the roof cost?");
  await question(page).press("Enter");
  const said = () =>
    open.asked
      .filter(({ path }) => path === "/audio/speech")
      .map(({ json }) => [json["input"], json["voice"]]);
  await button(page, "Read Aloud").click();
  await expect(button(page, "Stop reading aloud")).toBeVisible();
  await expect.poll(said).toEqual([
    ["The roof cost 4,300 euros.", "nova"],
    ["That is all.", "nova"],
  ]);
  // A tone of a second for each.
  await expect(button(page, "Read Aloud")).toBeVisible();
  await button(page, "Read Aloud").click();
  await button(page, "Stop reading aloud").click();
  await expect(button(page, "Read Aloud")).toBeVisible();

  const folder = await ann.api<{ id: string }>("POST", "/api/folders", { name: "Closed", aiAccess: "none" });
  await ann.api("PATCH", `/api/folders/${folder.id}`, { aiAccess: "none" });
  await ann.api("PATCH", `/api/notes/${noteId}`, { folderId: folder.id });
  const before = said().length;
  await button(page, "Read Aloud").click();
  await expect(page.getByText("rests on notes that this model may not read")).toBeVisible();
  expect(said()).toHaveLength(before);
  await expect(answers(page)).toContainText("That is all.");
});

test("without a model an answer is read by a voice of the device, never by one of its maker's servers", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await aNote(ann, { title: "Roof", text: "The repair of the roof cost 4,300 euros in total." });
  // Chromium without a desktop has no voices.
  await page.addInitScript(() => {
    const said: string[] = [];
    const voice = (name: string, localService: boolean) => ({
      name,
      localService,
      lang: "en-US",
      default: false,
    });
    const voices = [voice("Far", false), voice("Near", true)];
    class Utterance {
      voice: { name: string } | null = null;
      onend: (() => void) | null = null;
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    Object.assign(globalThis, {
      said,
      SpeechSynthesisUtterance: Utterance,
    });
    Object.defineProperty(globalThis, "speechSynthesis", {
      value: Object.assign(new EventTarget(), {
        getVoices: () => voices,
        cancel: () => {},
        speak(utterance: Utterance) {
          said.push(`${utterance.voice?.name}: ${utterance.text}`);
          setTimeout(() => utterance.onend?.(), 50);
        },
      }),
    });
  });
  await page.goto("/app/chat");
  await question(page).fill("What did the roof cost?");
  await question(page).press("Enter");
  await button(page, "Read Aloud").click();
  const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said.join("\n"));
  await expect.poll(said).toContain("Near: ");
  await expect.poll(said).toContain("4,300 euros");
  expect(await said()).not.toContain("Far");
});
