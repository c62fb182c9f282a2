import { expect, test } from "vitest";
import { type Language, languageOf } from "./language/function-words.ts";
import { languageOfText } from "./language/language-of-text.ts";
import { readingEase } from "./language/reading-ease.ts";
import { sentencesOf } from "./language/sentences.ts";
import { stemOf } from "./language/stem.ts";
import { syllablesOf } from "./language/syllables.ts";
import { hasPhrase, readArticle, wordsOf } from "./read-article.ts";
import { aBlock, aGoodArticle } from "#testing/writing/an-article.ts";
import { cutTo, TITLE_ROOM, TITLE_SIZE, widthOf } from "./text-width.ts";
import { checkArticle } from "./check-article.ts";

const TEXTS: Record<Language, string> = {
  en: "The cheese that we make in the valley is sold at the market, and all of it is gone by noon.",
  de: "Der Käse, den wir im Tal machen, wird auf dem Markt verkauft, und am Mittag ist nichts mehr da.",
  fr: "Le fromage que nous faisons dans la vallée est vendu au marché, et à midi il n'y en a plus.",
  es: "El queso que hacemos en el valle se vende en el mercado, y al mediodía ya no hay más.",
  it: "Il formaggio che facciamo nella valle si vende al mercato, e a mezzogiorno non ce n'è più.",
  nl: "De kaas die wij in het dal maken wordt op de markt verkocht, en om twaalf uur is er niets meer.",
};

test.each(Object.entries(TEXTS))("%s is known by its small words", (language, text) => {
  expect(languageOf(wordsOf(text))).toBe(language);
});

test("Portuguese and Catalan are not taken for Spanish, nor Scandinavian languages for each other", () => {
  const texts = {
    pt: "O queijo que fazemos no vale é vendido no mercado, e ao meio-dia já não há mais.",
    ca: "El formatge que fem a la vall es ven al mercat, i al migdia ja no n'hi ha més.",
    sv: "Osten som vi gör i dalen säljs på torget, och mitt på dagen finns det inte mer kvar.",
    da: "Osten som vi laver i dalen bliver solgt på torvet, og ved middag er der ikke mere af den.",
    nb: "Osten som vi lager i dalen blir solgt på torget, og midt på dagen er det ikke noe igjen av den.",
  };
  for (const [language, text] of Object.entries(texts)) expect(languageOf(wordsOf(text))).toBe(language);
});

test.each([
  ["ja", "谷で作ったチーズは市場で売られ、正午にはもうありません。"],
  ["zh", "我们在山谷里做的奶酪在市场上出售，到中午就卖完了。"],
  ["ko", "골짜기에서 만든 치즈는 시장에서 팔리고 정오에는 다 없어진다."],
  ["ar", "الجبن الذي نصنعه في الوادي يباع في السوق، وعند الظهر لا يبقى منه شيء."],
  ["fa", "پنیری که در دره درست می‌کنیم در بازار فروخته می‌شود و ظهر دیگر چیزی نمی‌ماند."],
  ["ur", "وادی میں بننے والا پنیر بازار میں بکتا ہے اور دوپہر تک کچھ نہیں بچتا ہے۔"],
  ["he", "הגבינה שאנחנו מכינים בעמק נמכרת בשוק, ובצהריים כבר לא נשאר ממנה דבר."],
  ["el", "Το τυρί που φτιάχνουμε στην κοιλάδα πουλιέται στην αγορά, και το μεσημέρι δεν έχει μείνει."],
  ["ru", "Сыр, который мы делаем в долине, продают на рынке, и к полудню его уже нет, быстро."],
  ["uk", "Сир, який ми робимо в долині, продають на ринку, і опівдні його вже немає, це всі знають; її теж."],
  ["bg", "Сиренето, което правим в долината, се продава на пазара и към обяд вече го няма, въобще."],
  [
    "de",
    "Der Käse, den wir im Tal machen, wird auf dem Markt verkauft (チーズ), und am Mittag ist nichts mehr da.",
  ],
  [null, "Ser, który robimy w dolinie, sprzedajemy na targu, a w południe już go nie ma."],
  [null, "漢字"],
])("%s is known by its script or its small words", (language, text) => {
  expect(languageOfText(text, wordsOf(text))).toBe(language);
});

test("a language without small words of ours is not guessed", () => {
  expect(
    languageOf(wordsOf("Ser, który robimy w dolinie, sprzedajemy na targu, a w południe już go nie ma.")),
  ).toBeNull();
  expect(languageOf(wordsOf("谷で作ったチーズは市場で売られ、正午にはもうありません。"))).toBeNull();
});

test("another language has no reading ease, and no rule asks for it", () => {
  const polish = "Ser, który robimy w dolinie, sprzedajemy na targu. ".repeat(20);
  const { ease, passed, findings } = checkArticle(aGoodArticle({ language: null, blocks: [aBlock(polish)] }));
  expect(ease).toBeNull();
  expect([...passed, ...findings.map(({ rule }) => rule)]).not.toContain("text-hard");
});

test.each([
  ["en", ["cheese", 1], ["storage", 2], ["reading", 2], ["formula", 3], ["table", 2]],
  ["de", ["käse", 2], ["haus", 1], ["arbeiten", 3], ["bedienung", 3]],
  ["fr", ["fromage", 2], ["maison", 2], ["vendre", 1], ["histoire", 2]],
  ["es", ["queso", 2], ["mercado", 3], ["historia", 3], ["tierra", 2]],
  ["it", ["formaggio", 3], ["valle", 2], ["mezzogiorno", 4]],
  ["nl", ["kaas", 1], ["verkocht", 2], ["boerderij", 3]],
] as [Language, ...[string, number][]][])("syllables in %s", (language, ...words) => {
  expect(
    words.map(([word]) => [word, syllablesOf(word.normalize("NFD").replaceAll(/\p{M}/gu, ""), language)]),
  ).toEqual(words);
});

test("reading ease follows the formula of each language", () => {
  const counts = { sentences: 10, words: 150, syllables: 240 };
  expect(
    (["en", "de", "fr", "es", "it", "nl"] as const).map((language) => readingEase(language, counts)),
  ).toEqual([56, 71, 74, 96, 100, 70]);
});

test("short forms, small letters and numbers end no sentence", () => {
  expect(sentencesOf("Dr. Roe eats, e.g. cheese. It costs 3.5 euros! Why? “Because.” Yes")).toEqual([
    "Dr. Roe eats, e.g. cheese.",
    "It costs 3.5 euros!",
    "Why?",
    "“Because.”",
    "Yes",
  ]);
  expect(sentencesOf("谷で作った。売られた。")).toEqual(["谷で作った。", "売られた。"]);
});

test.each([
  ["en", "notes", "note"],
  ["en", "running", "runs"],
  ["en", "stories", "story"],
  ["de", "hauser", "hausern"],
  ["de", "rechnungen", "rechnung"],
  ["fr", "maisons", "maison"],
  ["es", "quesos", "queso"],
  ["it", "formaggi", "formaggio"],
  ["nl", "boeken", "boek"],
])("in %s %s and %s are one word", (language, one, other) => {
  expect(stemOf(one, language)).toBe(stemOf(other, language));
});

test("a keyphrase is found in other forms and orders, and by its variants", () => {
  const article = readArticle(aGoodArticle({ keyphrase: "storing goat cheeses, chèvre" }));
  expect(
    ["Goat cheese, and how it is stored", "Our CHEVRE", "Cow cheese"].map((text) => hasPhrase(article, text)),
  ).toEqual([true, true, false]);
});

test("a title is cut where result pages cut it", () => {
  const title = "Store goat cheese at home for weeks, and all else that we have learned in the dairy";
  const cut = cutTo(title, TITLE_SIZE, TITLE_ROOM);
  expect(cut).toMatch(/^Store goat cheese at home for weeks.* \.\.\.$/);
  expect(widthOf(cut, TITLE_SIZE)).toBeLessThanOrEqual(TITLE_ROOM);
  expect(cutTo("Short", TITLE_SIZE, TITLE_ROOM)).toBe("Short");
});
