import { expect, expectTypeOf, onTestFinished, test, vi } from "vitest";
import type { Catalog } from "./catalog.ts";

/** The functions as a page has them whose catalog was loaded before it; none in English. */
async function speaking(catalog?: Catalog) {
  vi.resetModules();
  globalThis.cairnCatalog = catalog;
  onTestFinished(() => {
    globalThis.cairnCatalog = undefined;
    vi.resetModules();
  });
  const [{ t }, { plural }, { rich }] = await Promise.all([
    import("./t.ts"),
    import("./plural.ts"),
    import("./rich.ts"),
  ]);
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { createElement } = await import("react");
  return { t, plural, rich, renderToStaticMarkup, createElement };
}

const polish: Catalog = {
  language: "pl",
  messages: {
    "Moved {title} to {folder}": "Do {folder} przeniesiono {title}",
    "{count} notes": { one: "{count} notatka", few: "{count} notatki", many: "{count} notatek" },
    "Type {word} or <link>go back</link>": "<link>Wróć</link> albo wpisz {word}",
    "Permanently removed in {count} days": { many: "Zniknie za {count} dni" },
    "Try Again ({count} attempts left)": {
      one: "Ponów (została {count} próba)",
      few: "Ponów (zostały {count} próby)",
      many: "Ponów (zostało {count} prób)",
    },
    "Something went wrong": "Coś poszło nie tak",
  },
};

test("English is its own catalog", async () => {
  const { t, plural } = await speaking();
  expect(t("Moved {title} to {folder}", { title: "{x} $&", folder: 7 })).toBe("Moved {x} $& to 7");
  expect(t("Nothing to fill")).toBe("Nothing to fill");
  const notes = (count: number) => plural(count, { one: "{count} note", other: "{count} notes" });
  expect([0, 1, 2].map(notes)).toEqual(["0 notes", "1 note", "2 notes"]);
  expect(plural(1, { other: "{count} unread" }, { count: "99+" })).toBe("99+ unread");
});

test("a catalog gives sentences their order, and numbers the forms of its language", async () => {
  const { t, plural } = await speaking(polish);
  expect(t("Moved {title} to {folder}", { title: "A", folder: "B" })).toBe("Do B przeniesiono A");
  const notes = (count: number) => plural(count, { one: "{count} note", other: "{count} notes" });
  expect([1, 2, 5, 22].map(notes)).toEqual(["1 notatka", "2 notatki", "5 notatek", "22 notatki"]);
});

test("what a catalog lacks is said in English", async () => {
  const { t, plural } = await speaking(polish);
  expect(t("Save {name}", { name: "A" })).toBe("Save A");
  const left = (count: number) => plural(count, { other: "Permanently removed in {count} days" });
  expect([5, 2].map(left)).toEqual(["Zniknie za 5 dni", "Permanently removed in 2 days"]);
});

test("links and values stand where the language wants them", async () => {
  for (const [catalog, html] of [
    [undefined, 'Type <b>yes</b> or <a href="/">go back</a>'],
    [polish, '<a href="/">Wróć</a> albo wpisz <b>yes</b>'],
  ] as const) {
    const { rich, renderToStaticMarkup, createElement } = await speaking(catalog);
    const nodes = rich("Type {word} or <link>go back</link>", {
      word: createElement("b", null, "yes"),
      link: (words) => createElement("a", { href: "/" }, words),
    });
    expect(renderToStaticMarkup(nodes)).toBe(html);
  }
});

test("a component of the app speaks the language of the catalog", async () => {
  const { renderToStaticMarkup, createElement } = await speaking(polish);
  const { RecoveryScreen } = await import("../../app/shell/recovery-screen.tsx");
  const screen = createElement(RecoveryScreen, { error: null, tries: 1, onRetry: () => undefined });
  const html = renderToStaticMarkup(screen);
  expect(html).toContain('<h1 class="text-xl font-semibold">Coś poszło nie tak</h1>');
  expect(html).toContain("Ponów (zostały 2 próby)");
  expect(html).toContain("Go to Dashboard");
});

test("the compiler asks for the values a message names", async () => {
  const { t, plural, rich } = await speaking();
  expectTypeOf(t("Saved")).toBeString();
  // @ts-expect-error A value is missing.
  void (() => t("Saved {name}"));
  // @ts-expect-error Another name than that of the message.
  void (() => t("Saved {name}", { title: "A" }));
  // @ts-expect-error A text that no list of messages would find.
  void ((text: string) => t(text));
  // @ts-expect-error A value is missing that only one of the forms names.
  void (() => plural(2, { one: "{name} is here", other: "{count} are here" }));
  // @ts-expect-error A link without the function that makes it.
  void (() => rich("<link>Go back</link>", {}));
});
