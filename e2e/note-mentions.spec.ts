import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test, waitForSaved } from "./fixtures.ts";

const text = (page: Page) => page.getByRole("textbox", { name: "Note text" });
const people = (page: Page) =>
  page.getByRole("listbox", { name: "Suggestions" }).getByRole("group", { name: "People" });
const markdownOf = async (person: Person, noteId: string) =>
  (await person.api<{ text: string }>("GET", `/api/notes/${noteId}/body`)).text;

async function share(owner: Person, noteId: string, guest: Person) {
  const path = `/api/notes/${noteId}/guests`;
  const invited = await owner.api<{ shareId: string }>("POST", path, { email: guest.email, role: "editor" });
  await guest.api("POST", `/api/shares/${invited.shareId}/accept`);
}

test("a person is chosen behind an @ by keys, and by a tap on a phone, and is told of the note", async ({
  aPerson,
  onPhone,
  server,
}) => {
  test.setTimeout(180_000);
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const [first, second] = [
    await aNote(ann, { title: "Orchard", text: "" }),
    await aNote(ann, { title: "Garden", text: "" }),
  ];
  const { page } = ann;
  await openEditor(page, first);
  await text(page).click();
  // Nobody else sees it yet.
  await page.keyboard.type("@");
  await expect(page.getByRole("listbox", { name: "Notes" })).toContainText("Garden");
  await expect(people(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Backspace");
  for (const noteId of [first, second]) await share(ann, noteId, ben);
  await page.reload();
  await text(page).click();
  await page.keyboard.type("The trees came. Ask @b");
  const option = people(page).getByRole("option", { name: "Ben" });
  await expect(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.keyboard.type("to plant them. It is ");
  await page.keyboard.type("urgent");
  await waitForSaved(page);
  expect(await markdownOf(ann, first)).toBe("The trees came. Ask @Ben to plant them. It is urgent\n");

  const phone = await onPhone(ann);
  await phone.goto(`/mobile/editor/${second}`);
  await text(phone).tap();
  await phone.keyboard.type("@");
  await people(phone).getByRole("option", { name: "Ben" }).tap();
  await phone.keyboard.type("waters");
  await expect(text(phone)).toHaveText("@Ben waters");
  await waitForSaved(phone);

  // As if both had paused already.
  await expect
    .poll(async () => (await server.query("SELECT 1 FROM jobs WHERE name = 'tell-of-mention'")).length)
    .toBe(2);
  await server.query("UPDATE note_updates SET at = at - interval '1 minute'");
  await server.query("UPDATE jobs SET run_at = now() WHERE name = 'tell-of-mention'");
  await ben.page.goto("/app/dashboard");
  await ben.page.getByRole("button", { name: /^Notifications, / }).click();
  const told = ben.page.getByRole("region", { name: "Notifications" });
  await expect(told.getByText('Ann mentioned you in "Garden"')).toBeVisible();
  await expect(told.getByText("Ask @Ben to plant them.")).toBeVisible();
  await told.getByText('Ann mentioned you in "Orchard"').click();
  await expect(ben.page).toHaveURL(new RegExp(`/app/editor/${first}$`));
  await expect(text(ben.page)).toContainText("@Ben to plant them");
});
