import { language } from "../../lib/messages/catalog.ts";

/** Languages that many notes are written in; those of the browser come before them. */
const OFTEN = [
  "en",
  "es",
  "fr",
  "de",
  "pt",
  "it",
  "nl",
  "nb",
  "sv",
  "pl",
  "uk",
  "ru",
  "tr",
  "ar",
  "he",
  "hi",
  "zh",
  "ja",
  "ko",
];

const base = (tag: string) => tag.split("-")[0] ?? tag;

/** In which one can have a text translated: by its name here, and by the one a model is told. */
export function translations(): { tag: string; name: string; english: string }[] {
  const here = new Intl.DisplayNames([language], { type: "language" });
  const english = new Intl.DisplayNames(["en"], { type: "language" });
  const tags = new Set([...navigator.languages.map(base), ...OFTEN]);
  return [...tags].map((tag) => ({ tag, name: here.of(tag) ?? tag, english: english.of(tag) ?? tag }));
}
