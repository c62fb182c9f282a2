import type { Page } from "@playwright/test";
import { sayAsWav } from "#testing/servers/speech-programs.ts";
import type { ModelServer, Script } from "#testing/servers/model-server.ts";
import { aNote, expect, type Person } from "./fixtures.ts";
import { heardBy, test } from "./microphone.ts";

/** A voice from espeak-ng, and ears that are pocketsphinx, behind OpenAI's protocol. */
async function connect(
  ann: Person,
  open: ModelServer,
  models: Record<string, string> = { chat: "echo-large" },
): Promise<void> {
  open.hears(heardBy);
  open.speaks((text) => sayAsWav(text));
  await ann.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { speechIn: "ear-1", speechOut: "voice-1", ...models },
  });
}
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const state = (page: Page) => page.locator("[data-voice]").getAttribute("data-voice");
const conversation = (page: Page) => page.getByRole("region", { name: "Conversation" });
const measured = (page: Page, name: string) =>
  page.evaluate((of) => performance.getEntriesByName(of).at(-1)?.duration ?? null, name);
const soundsSent = (open: ModelServer) =>
  open.asked.filter(({ path }) => path === "/audio/transcriptions").length;
const said = (open: ModelServer) =>
  open.asked.filter(({ path }) => path === "/audio/speech").map(({ json }) => String(json["input"]));

async function start(page: Page): Promise<void> {
  await page.goto("/app/voice-chat");
  await button(page, "Start Talking").click();
}

test.afterEach(({ open }) => {
  open.hears(null);
  open.speaks(null);
});

test("a question that is spoken is answered aloud, stands in Chat, and becomes a note with its sound", async ({
  aPerson,
  open,
  hears,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  open.say("Two things are due. Call Ana on Friday.");
  await hears(1.5, "what is due this week", 20);
  await page.goto("/app/voice-chat");
  await page.getByRole("switch", { name: "Keep the sound for the note" }).click();
  await button(page, "Start Talking").click();
  await expect(conversation(page).getByText("what is due this week", { exact: true })).toBeVisible();
  await expect(conversation(page)).toContainText("Call Ana on Friday.");
  await expect.poll(() => state(page)).toBe("listening");
  const spoken = said(open);
  expect(spoken.slice(-2)).toEqual(["Two things are due.", "Call Ana on Friday."]);
  const first = await measured(page, "cairn-voice-first-sound");
  console.log(`first sound ${Math.round(first!)} ms after the end of speech`);
  // Generous: a busy machine makes it late.
  expect(first).toBeLessThan(15_000);

  await button(page, "Save as Note").click();
  const note = page.getByRole("textbox", { name: "Note text" });
  await expect(note).toContainText("You: what is due this week");
  await expect(note).toContainText("Cairn: Two things are due. Call Ana on Friday.");
  await expect(note.getByText("Voice chat.webm")).toBeVisible();
  // Who looks at where its words came from sees which of them were spoken, and which are a model's.
  const noteId = page.url().split("/").at(-1)!;
  const { text: json } = await ann.api<{ text: string }>("GET", `/api/notes/${noteId}/body?format=json`);
  const origins = JSON.parse(json, (key, value: unknown) => (key === "prompt" ? undefined : value)) as object;
  expect(JSON.stringify(origins)).toContain(
    '"kind":"dictated","from":null,"model":null}}],"text":" what is due this week"',
  );
  expect(JSON.stringify(origins)).toContain(
    '"kind":"ai","from":null,"model":"echo-large"}}],"text":" Two things are due. Call Ana on Friday."',
  );
  await page.goto("/app/chat");
  await expect(page.getByRole("region", { name: "Chats" }).getByText("what is due this week")).toBeVisible();
});

test("who speaks into an answer silences it at once, and is answered instead", async ({
  aPerson,
  open,
  hears,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  const long = "This is a long story about a river and a boat that went down to the sea. ".repeat(8);
  open.say((messages) => ({
    pieces: [messages.at(-1)!.content.includes("flowers") ? "They are watered." : long],
  }));
  await hears(1.5, "tell me everything", 7, "water the flowers", 20);
  await start(page);
  await expect.poll(() => state(page)).toBe("speaking");
  await expect(conversation(page).getByText("water the flowers", { exact: true })).toBeVisible();
  const silenced = await measured(page, "cairn-voice-silenced");
  console.log(`silent ${Math.round(silenced!)} ms after speech began`);
  expect(silenced).toBeLessThan(2_000);
  await expect(conversation(page)).toContainText("You interrupted this.");
  await expect(conversation(page)).toContainText("They are watered.");
  // What was said is kept.
  await expect(conversation(page)).toContainText("This is a long story about a river");
});

test("noise, a keyboard and silence start nothing", async ({ aPerson, open, hears }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  const noise = Float32Array.from({ length: 64_000 }, () => 0.1 * (2 * Math.random() - 1));
  const keys = Float32Array.from({ length: 48_000 }, (_, at) =>
    at % 2_300 < 250 ? 0.5 * Math.exp(-(at % 2_300) / 60) * (2 * Math.random() - 1) : 0,
  );
  const hum = Float32Array.from(
    { length: 48_000 },
    (_, at) => 0.2 * Math.sin((2 * Math.PI * 50 * at) / 16_000),
  );
  await hears(1, noise, 1, keys, 1, hum, 1, "buy milk", 10);
  const before = soundsSent(open);
  await start(page);
  // What comes after all that is heard: it was listening all the time.
  await expect(conversation(page).getByText("buy milk", { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(soundsSent(open) - before).toBe(1);
});

const proposes: Script = (messages) =>
  messages.some(({ role }) => role === "tool")
    ? { pieces: ["I prepared a task."] }
    : { pieces: [], calls: [{ name: "create_task", input: { title: "Buy milk" } }] };

test("a proposal is read out, and made after a spoken yes alone", async ({ aPerson, open, hears }) => {
  test.slow();
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open, { chat: "echo-tools" });
  open.say(proposes);
  await hears(1.5, "buy milk", 22, "yes do it", 20);
  await start(page);
  await expect(page.getByRole("region", { name: "Proposed changes" })).toContainText("New: Buy milk");
  await expect.poll(() => said(open).join(" ")).toContain("New: Buy milk. Say yes to accept, or no.");
  const tasks = async () =>
    (await ann.api<{ tasks: { title: string }[] }>("GET", "/api/tasks")).tasks.map(({ title }) => title);
  expect(await tasks()).toEqual([]);
  await expect(conversation(page).getByText("yes do it", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(conversation(page).getByText("Done.", { exact: true })).toBeVisible();
  expect(await tasks()).toEqual(["Buy milk"]);
});

test("push to talk hears what is said while Space is held, and nothing else", async ({
  aPerson,
  open,
  hears,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  open.say("Understood.");
  await hears(1, "buy milk", 8, "call the doctor", 20);
  await page.goto("/app/voice-chat");
  await page.getByRole("radio", { name: "Push to talk" }).check();
  const before = soundsSent(open);
  await button(page, "Start Talking").click();
  await expect.poll(() => state(page)).toBe("listening");
  const began = Date.now();
  // The first sentence goes by.
  await page.waitForTimeout(4_000 - (Date.now() - began));
  expect(soundsSent(open)).toBe(before);
  await page.getByRole("heading", { name: "Voice chat" }).focus();
  await page.keyboard.down("Space");
  await expect.poll(() => state(page)).toBe("hearing");
  // The second one comes meanwhile, also where the microphone was open for some seconds before.
  await page.waitForTimeout(9_000);
  await page.keyboard.up("Space");
  await expect(conversation(page).getByText("call the doctor", { exact: true })).toBeVisible();
  expect(soundsSent(open) - before).toBe(1);
});

test("without a model for chat one's own notes answer, aloud", async ({ aPerson, open, hears }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await aNote(ann, { title: "Health", text: "Call the doctor every Monday." });
  await connect(ann, open, {});
  await hears(1.5, "call the doctor", 20);
  await start(page);
  await expect(conversation(page).getByRole("article", { name: "Answer" })).toContainText("Health");
  await expect(conversation(page)).toContainText("Without a model");
  await expect.poll(() => said(open).join(" ")).toContain("every Monday");
});

/** The browser's recognition and voices, whose words the test says: the real ones need the maker's servers, and nobody tried them here. */
function standIn(): void {
  const heard: { say?: (words: string) => void; spoken: string[] } = { spoken: [] };
  class Recognition extends EventTarget {
    onresult: ((event: object) => void) | null = null;
    onend: (() => void) | null = null;
    start() {
      heard.say = (words) => {
        const results = (isFinal: boolean) => [Object.assign([{ transcript: words }], { isFinal })];
        this.onresult?.({ resultIndex: 0, results: results(false) });
        this.onresult?.({ resultIndex: 0, results: results(true) });
      };
    }
    stop() {
      this.onend?.();
    }
    abort() {}
  }
  class Utterance {
    onend: (() => void) | null = null;
    text: string;
    constructor(text: string) {
      this.text = text;
    }
  }
  const voice = { name: "Near", localService: true, lang: "en-US", default: true };
  Object.assign(globalThis, {
    heard,
    SpeechRecognition: Recognition,
    webkitSpeechRecognition: Recognition,
    SpeechSynthesisUtterance: Utterance,
  });
  Object.defineProperty(globalThis, "speechSynthesis", {
    value: Object.assign(new EventTarget(), {
      getVoices: () => [voice],
      cancel: () => {},
      speak(utterance: Utterance) {
        heard.spoken.push(utterance.text);
        setTimeout(() => utterance.onend?.(), 50);
      },
    }),
  });
}
type Heard = { heard: { say: (words: string) => void; spoken: string[] } };

test("without a model for speech the browser's recognition and a voice of the device take its place", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await aNote(ann, { title: "Health", text: "Call the doctor every Monday." });
  await page.addInitScript(standIn);
  await page.goto("/app/voice-chat");
  await expect(page.getByText("This browser writes down what you say")).toBeVisible();
  await button(page, "Start Talking").click();
  await expect.poll(() => state(page)).toBe("listening");
  await page.evaluate(() => (globalThis as unknown as Heard).heard.say("When do I call the doctor?"));
  await expect(conversation(page).getByRole("article", { name: "Answer" })).toContainText("Health");
  const spoken = () => page.evaluate(() => (globalThis as unknown as Heard).heard.spoken.join(" "));
  await expect.poll(spoken).toContain("every Monday");
  await button(page, "End").click();
  await expect(button(page, "Start Talking")).toBeVisible();
});

test("a microphone that is refused is told with what to do, and where nothing hears, too", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await connect(ann, open);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await start(page);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Allow it beside the address.");
  await expect(page.getByText("No microphone", { exact: true })).toBeVisible();
  await expect(button(page, "Start Talking")).toBeVisible();

  const ben = await aPerson("Ben");
  await ben.page.addInitScript(() => {
    for (const name of ["SpeechRecognition", "webkitSpeechRecognition"])
      Reflect.deleteProperty(globalThis, name);
  });
  await ben.page.goto("/app/voice-chat");
  await expect(ben.page.getByRole("link", { name: "Choose a Model" })).toBeVisible();
  await expect(ben.page.getByRole("link", { name: "Open Chat", exact: true })).toBeVisible();
});

test("one tab of a browser holds the conversation, so that no yes is heard by another one", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page, context } = ann;
  await context.addInitScript(standIn);
  await page.goto("/app/voice-chat");
  await button(page, "Start Talking").click();
  await expect.poll(() => state(page)).toBe("listening");
  const other = await context.newPage();
  await other.goto("/app/voice-chat");
  await button(other, "Start Talking").click();
  await expect.poll(() => state(other)).toBe("listening");
  await expect(page.getByText("The conversation goes on in another tab.")).toBeVisible();
  await expect(button(page, "Start Talking")).toBeVisible();
  await button(page, "Start Talking").click();
  await expect.poll(() => state(page)).toBe("listening");
  await expect(button(other, "Start Talking")).toBeVisible();
});
