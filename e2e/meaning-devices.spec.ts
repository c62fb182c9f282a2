import { expect } from "./fixtures.ts";
import { imeOf } from "./ime.ts";
import {
  allRead,
  aProvider,
  field,
  part,
  QUESTION,
  READ_WITHIN_MS,
  section,
  someNotes,
} from "./meaning-page.ts";
import { test } from "./model-servers.ts";

/** Longer than typing rests before a model is asked. */
const RESTED_MS = 600;

test("turned on and off on one device, it is so on the others at once, and what is read meanwhile is found there", async ({
  aPerson,
  anotherBrowser,
  open,
}) => {
  test.setTimeout(120_000);
  const ann = await aPerson("Ann");
  const attic = await someNotes(ann);
  await aProvider(ann, open);
  const { page: other } = await anotherBrowser(ann);
  await other.goto(`/app/explorer?q=${encodeURIComponent(QUESTION)}`);
  await expect(other.getByRole("heading", { name: "No matching notes" })).toBeVisible();
  const settings = await ann.context.newPage();
  for (const page of [ann.page, settings]) {
    await page.goto("/app/settings?tab=models#search-by-meaning");
    await expect(part(page).getByRole("button", { name: "Turn On" })).toBeVisible();
  }
  await Promise.all(
    [ann.page, settings].map((page) => part(page).getByRole("button", { name: "Turn On" }).click()),
  );
  // What was sent meanwhile is in the record below, which was there before.
  await expect(ann.page.getByRole("region", { name: "What was sent" })).toContainText("embed-3");
  for (const page of [ann.page, settings])
    await expect(part(page).getByText(/kept current as you write/)).toBeVisible({ timeout: READ_WITHIN_MS });
  await expect(section(other).locator("article")).toHaveAttribute("data-note-id", attic);
  await part(settings).getByRole("button", { name: "Turn Off" }).click();
  await settings.getByRole("dialog").getByRole("button", { name: "Turn Off" }).click();
  await expect(section(other)).toHaveCount(0);
  await expect(part(ann.page).getByRole("button", { name: "Turn On" })).toBeVisible();
});

test("a word that an input method still composes goes to no model; once it is taken it is asked for", async ({
  aPerson,
  open,
}) => {
  test.setTimeout(120_000);
  const ann = await aPerson("Ann");
  const { page } = ann;
  await someNotes(ann);
  await aProvider(ann, open);
  await allRead(ann);
  const sent = (from: number) => open.asked.slice(from).map(({ json }) => json["input"]);
  await page.goto("/app/explorer");
  await page.locator("html[data-keys=ready]").waitFor();
  await field(page).focus();
  const ime = await imeOf(page);
  let before = open.asked.length;
  for (const step of ["やね", "やねから", "やねからみずが", "やねからみずがもれる"]) {
    await ime.show(step);
    await page.waitForTimeout(RESTED_MS);
  }
  expect(sent(before)).toEqual([]);
  await ime.put("屋根から水が漏れる");
  await expect.poll(() => sent(before)).toEqual([["屋根から水が漏れる"]]);

  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox")).toBeFocused();
  before = open.asked.length;
  for (const step of ["지붕에", "지붕에서 ㅁ", "지붕에서 물이 새"]) {
    await ime.show(step);
    await page.waitForTimeout(RESTED_MS);
  }
  expect(sent(before)).toEqual([]);
  await ime.put("지붕에서 물이 샌다");
  await expect.poll(() => sent(before)).toEqual([["지붕에서 물이 샌다"]]);
});

test("on a phone, whose keyboard composes every word, what rests is looked for all the same", async ({
  aPerson,
  open,
  onPhone,
}) => {
  test.setTimeout(120_000);
  const ann = await aPerson("Ann");
  await someNotes(ann);
  await aProvider(ann, open);
  await allRead(ann);
  const phone = await onPhone(ann);
  await phone.goto("/mobile/search");
  await phone.locator("html[data-keys=ready]").waitFor();
  await field(phone).focus();
  const ime = await imeOf(phone);
  await ime.show(QUESTION);
  await expect(section(phone).getByRole("link", { name: "House" })).toBeVisible();
});
