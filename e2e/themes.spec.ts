import type { Page } from "@playwright/test";
import sharp from "sharp";
import { GRADIENTS, PRESETS, THEME_CLASSES } from "#contract/shared/frame-choices.ts";
import { contrastFaults, contrastOf } from "#testing/look-contrast.ts";
import { lookOf } from "#web/kernel/theme/look.ts";
import { randomFrom } from "#testing/random.ts";
import { slowAccentOf } from "#testing/slow-accent.ts";
import { aNote, expect, type Person, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { someOf } from "./screen-audit.ts";

const row = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const toastOf = (page: Page, words: string) => page.getByRole("status").getByText(words, { exact: true });
const paint = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

async function openAppearance({ page }: Person): Promise<void> {
  await page.goto("/app/settings?tab=appearance");
  await expect(row(page, "Accent color")).toBeVisible();
}

/** The token as the browser resolves it, whichever way the style sheet writes it. */
const tokensOf = (page: Page, mode: "dark" | "light") =>
  page.evaluate((wanted) => {
    const root = document.documentElement;
    const before = root.dataset["theme"];
    root.dataset["theme"] = wanted;
    const style = getComputedStyle(root);
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
    const resolve = (value: string) => {
      if (value.includes("gradient") || value === "none") return value;
      context.clearRect(0, 0, 1, 1);
      // The alpha is lost in what a canvas multiplies, so it is read from the words.
      const alpha = /\/\s*([\d.]+)\)/.exec(value)?.[1] ?? "";
      context.fillStyle = alpha ? value.replace(/\/[^)]*/, "") : value;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, seen = 255] = context.getImageData(0, 0, 1, 1).data;
      if (value.startsWith("#")) return value;
      return `rgba(${red}, ${green}, ${blue}, ${alpha || seen / 255})`;
    };
    const names = [
      "bg",
      "panel",
      "raised",
      "hover",
      "pressed",
      "line",
      "field-line",
      "ink",
      "muted",
      "faint",
    ];
    names.push(
      "accent",
      "accent-fill",
      "accent-fill-hover",
      "on-accent",
      "accent-soft",
      "danger",
      "warn",
      "good",
    );
    names.push("backdrop", "backdrop-panel");
    const found = names.map((name) => [`--${name}`, resolve(style.getPropertyValue(`--${name}`).trim())]);
    root.dataset["theme"] = before;
    return Object.fromEntries(found) as Record<string, string>;
  }, mode);

/** Puts a choice into the account and waits until the page shows it. */
async function choose(person: Person, change: object, kept: string): Promise<void> {
  await person.api("PATCH", "/api/preferences", change);
  await person.page.reload();
  await person.page.waitForFunction(
    (words) => (localStorage.getItem("cairn-look") ?? "").includes(words),
    kept,
  );
}

test("one press applies a theme everywhere, without a flash at the next load, and a sign-out takes it along", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const other = await anotherBrowser(ann);
  await openAppearance(other);
  await openAppearance(ann);
  await row(page, "Color theme").getByRole("button", { name: "Choose a theme" }).click();
  const dialog = page.getByRole("dialog", { name: "Color themes" });
  await dialog.getByRole("button", { name: "Midnight" }).click();
  await expect(toastOf(page, "Applied Midnight theme!")).toBeVisible();
  await expect(page.locator("html")).toHaveClass(/\btheme-midnight\b/);
  const midnight = await paint(page);
  await dialog.getByRole("button", { name: "Sunset Glow" }).click();
  await expect(toastOf(page, "Applied Sunset Glow theme!")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Sunset Glow" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => paint(page)).not.toBe(midnight);
  const glow = await paint(page);
  // The other device looks at its page and follows, the class below the preset included.
  await expect.poll(() => paint(other.page)).toBe(glow);
  await expect(other.page.locator("html")).toHaveClass(/\btheme-midnight\b/);
  await expect(row(other.page, "Color theme")).toContainText("Sunset Glow");

  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const look = () => {
      const root = document.documentElement;
      if (root && document.body) seen.push(getComputedStyle(root).backgroundColor);
      if (seen.length < 60) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload();
  await expect(row(page, "Accent color")).toBeVisible();
  const frames = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  await expect.poll(async () => (await frames()).length).toBeGreaterThan(20);
  expect(new Set(await frames())).toEqual(new Set([glow]));

  await page.getByRole("button", { name: "Reset Color theme" }).click();
  await expect(toastOf(page, "Applied Default theme!")).toBeVisible();
  await expect(page.locator("html")).not.toHaveClass(/theme-/);
  await choose(ann, { dashboardTheme: "violet" }, "violet");
  await page.getByRole("radio", { name: "Light" }).check({ force: true });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  // What is not sent yet keeps one from signing out.
  await expect
    .poll(
      async () => (await ann.api<{ settings: { mode?: string } }>("GET", "/api/preferences")).settings.mode,
    )
    .toBe("light");
  await page.goto("/auth/logout");
  await page.getByRole("button", { name: "Sign Out on This Device Only" }).click();
  await expect(page.getByRole("heading", { name: "You're signed out" })).toBeVisible();
  await expect(page.locator("html")).not.toHaveClass(/theme-/);
  // How many days the device was used is the device's, like its mode.
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
    "cairn-ai-theme": "light",
    "cairn-days-of-use": expect.any(String),
  });
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
});

test("the palette opens the dialog, changes the mode on all devices, and Reset goes back to the default", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const other = await anotherBrowser(ann);
  await openAppearance(other);
  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  const run = async (words: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox")).toBeFocused();
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
  };
  await run(">color themes");
  const dialog = page.getByRole("dialog", { name: "Color themes" });
  await dialog.getByRole("button", { name: "Aurora" }).click();
  await expect(toastOf(page, "Applied Aurora theme!")).toBeVisible();
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundImage);
  await expect.poll(background).toContain("gradient");
  await dialog.getByRole("button", { name: "Reset to default" }).click();
  await expect(toastOf(page, "Applied Default theme!")).toBeVisible();
  await expect.poll(background).toBe("none");
  await dialog.getByRole("button", { name: "Done" }).click();
  await run(">change theme");
  await page.keyboard.type("light");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(other.page.locator("html")).toHaveAttribute("data-theme", "light");
});

const LOOKS = [
  ...THEME_CLASSES.filter((name) => name !== "default").map((dashboardTheme) => ({ dashboardTheme })),
  ...PRESETS.map((preset) => ({ dashboardTheme: "default", settings: { preset, gradient: null } })),
  ...GRADIENTS.map((gradient) => ({ dashboardTheme: "default", settings: { preset: null, gradient } })),
];

test("every class, preset and gradient is applied with AA contrast in both modes, and axe finds no fault", async ({
  aPerson,
}) => {
  test.setTimeout(180_000);
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, {
    title: "Tents",
    text: "Some **words**, `code` and [a link](https://example.org)\n\n- [x] done",
  });
  const screens = [`/app/editor/${noteId}`, "/app/dashboard", "/app/settings?tab=appearance"];
  const faults: string[] = [];
  const measure = async (name: string) => {
    for (const mode of ["dark", "light"] as const)
      faults.push(...contrastFaults(await tokensOf(page, mode), `${name}, ${mode}`));
  };
  await page.goto("/app/dashboard");
  await expect(page.getByRole("article").first()).toBeVisible();
  await measure("default");
  for (const [index, look] of someOf(LOOKS, 4).entries()) {
    const name = Object.values({ ...look, ...("settings" in look ? look.settings : {}) })
      .filter((part) => typeof part === "string" && part !== "default")
      .join();
    const mode = index % 2 === 0 ? "dark" : "light";
    await page.evaluate((wanted) => localStorage.setItem("cairn-ai-theme", wanted), mode);
    await ann.api("PATCH", "/api/preferences", look);
    await page.goto(screens[index % screens.length]!);
    await page.waitForFunction((word) => localStorage.getItem("cairn-look")?.includes(word), `\\"${name}\\"`);
    await expect(page.locator("article, [contenteditable=true], fieldset").first()).toBeVisible();
    await measure(name);
    const { violations } = await runAxe(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
    for (const { target } of violations) faults.push(`${name}, ${mode}: axe at ${target}`);
  }
  expect(faults).toEqual([]);
});

test("every combination of class and preset or gradient has AA contrast as the browser resolves it", async ({
  page,
}) => {
  await page.goto("/auth/login");
  const faults: string[] = [];
  const layers = [...PRESETS.map((preset) => ({ preset })), ...GRADIENTS.map((gradient) => ({ gradient }))];
  for (const themeClass of THEME_CLASSES)
    for (const layer of someOf(layers, 3)) {
      await page.evaluate(
        (look) => {
          const sheet = new CSSStyleSheet();
          for (const [mode, tokens] of Object.entries(look ?? {})) {
            const at = sheet.insertRule(`:root[data-theme="${mode}"] {}`, sheet.cssRules.length);
            for (const [token, value] of Object.entries(tokens))
              (sheet.cssRules[at] as CSSStyleRule).style.setProperty(token, value);
          }
          document.adoptedStyleSheets = [sheet];
        },
        lookOf({ themeClass, ...layer }),
      );
      for (const mode of ["dark", "light"] as const)
        faults.push(
          ...contrastFaults(
            await tokensOf(page, mode),
            `${themeClass} ${Object.values(layer).join("")}, ${mode}`,
          ),
        );
    }
  expect(faults).toEqual([]);
});

test("an accent picked by hand is repaired where it could not be read, and a word that is no colour is refused", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await openAppearance(ann);
  await row(page, "Accent color").getByRole("button", { name: "Yellow" }).click();
  await expect(toastOf(page, "Settings saved successfully")).toBeVisible();
  await expect(page.getByLabel("Custom color")).toHaveValue("#eab308");
  await expect.poll(async () => (await tokensOf(page, "dark"))["--accent"]).toBe("#eab308");
  const light = await tokensOf(page, "light");
  expect(contrastOf("#eab308", "#ffffff")).toBeLessThan(4.5);
  expect(contrastOf(light["--accent"]!, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  await page.getByLabel("Custom color").fill("sky");
  await page.keyboard.press("Enter");
  await expect(row(page, "Accent color").getByRole("alert")).toHaveText(/Enter a color as #rrggbb/);
  await page.getByLabel("Custom color").fill("#F0A");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Custom color")).toHaveValue("#ff00aa");
  await page.getByLabel("Pick a color").fill("#123456");
  await expect
    .poll(async () => (await ann.api<{ settings: object }>("GET", "/api/preferences")).settings)
    .toMatchObject({ accent: "#123456" });
  await page.getByRole("button", { name: "Reset Accent color" }).click();
  await expect(page.getByLabel("Custom color")).toHaveValue("");
});

/** A few flat areas and some noise, so that every step of the rule has something to do. */
function aDrawing(seed: number, width: number, height: number): Buffer {
  const random = randomFrom(seed);
  const colours = Array.from({ length: 14 }, () => [0, 1, 2].map(() => Math.floor(random() * 256)));
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const band = Math.floor((at / (width * height)) ** 1.5 * colours.length);
    const colour = random() < 0.1 ? colours[Math.floor(random() * 14)]! : colours[band]!;
    for (let index = 0; index < 3; index += 1) pixels[at * 3 + index] = colour[index]!;
  }
  return pixels;
}

test("the accent of a picture is the rule's to the last digit, of a video that of its first quarter, and only when wanted", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await openAppearance(ann);
  const picker = page.getByLabel("Image or video file");
  await expect(picker).toHaveCount(0);
  await page.getByRole("switch", { name: "Pick the accent from a file" }).click();
  await expect(picker).toHaveCount(1);
  const own = page.getByLabel("Custom color");
  for (const seed of [1, 2, 3]) {
    const size = { width: 320, height: 200 };
    const raw = aDrawing(seed, size.width, size.height);
    const image = sharp(raw, { raw: { ...size, channels: 3 } });
    await picker.setInputFiles({
      name: "a.png",
      mimeType: "image/png",
      buffer: await image.clone().png().toBuffer(),
    });
    await expect(own).toHaveValue(slowAccentOf(await image.ensureAlpha().raw().toBuffer())!);
  }
  await picker.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("red") });
  await expect(row(page, "Dynamic accent").getByRole("alert")).toHaveText("Choose an image or video file.");
  await picker.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(row(page, "Dynamic accent").getByRole("alert")).toHaveText(
    "Couldn't read this file as an image or video.",
  );
  // Browsers without OffscreenCanvas look on the page instead of in a worker, and find the same.
  await page.evaluate(() => Reflect.deleteProperty(globalThis, "OffscreenCanvas"));
  const raw = aDrawing(4, 100, 80);
  const last = sharp(raw, { raw: { width: 100, height: 80, channels: 3 } });
  await picker.setInputFiles({
    name: "a.png",
    mimeType: "image/png",
    buffer: await last.clone().png().toBuffer(),
  });
  await expect(own).toHaveValue(slowAccentOf(await last.ensureAlpha().raw().toBuffer())!);
  await picker.setInputFiles({ name: "a.webm", mimeType: "video/webm", buffer: await aVideo(page) });
  // Compressed, so not to the digit: the first half is red, the second blue.
  await expect
    .poll(async () => {
      const [red = 0, , blue = 0] =
        (await own.inputValue())
          .slice(1)
          .match(/../g)
          ?.map((pair) => Number.parseInt(pair, 16)) ?? [];
      return red > 150 && blue < 80;
    })
    .toBe(true);
});

/** A recording as browsers make them: red for a second and more, blue for 0.6 s, and silent about its length. */
async function aVideo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 160, height: 120 });
    const context = canvas.getContext("2d")!;
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: "video/webm" });
    const parts: Blob[] = [];
    // A busy machine begins to record late: the second counts from the first picture that was.
    let start = Infinity;
    recorder.addEventListener("dataavailable", ({ data }) => {
      parts.push(data);
      if (data.size > 0) start = Math.min(start, performance.now());
    });
    const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    recorder.start(50);
    await new Promise<void>((resolve) => {
      const draw = () => {
        const passed = performance.now() - start;
        context.fillStyle = passed < 1000 ? "rgb(200, 30, 30)" : "rgb(30, 30, 200)";
        context.fillRect(0, 0, 160, 120);
        if (passed < 1600) requestAnimationFrame(draw);
        else resolve();
      };
      draw();
    });
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return Buffer.from(base64, "base64");
}
