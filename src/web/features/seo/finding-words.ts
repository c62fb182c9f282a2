import { formatBytes } from "../../lib/format-bytes.ts";
import { t } from "../../lib/messages/t.ts";
import type { Finding, RuleId } from "#seo/check-article.ts";

type Values = Finding["values"];
const number = (value: string | number | undefined) => Number(value ?? 0);
const bytes = (value: string | number | undefined) => formatBytes(number(value));

/** What each rule says when it found something: what is the matter, and what to do. */
const WORDS: Record<RuleId, (values: Values) => string> = {
  "title-missing": () => t("The note has no title. Give it one: it is the first thing that results show."),
  "title-long": ({ width, room }) =>
    t(
      "The title is {width} pixels wide, and results show {room}. Shorten it, or put the important words first.",
      {
        width: number(width),
        room: number(room),
      },
    ),
  "title-short": () => t("The title is short. Say in it what the page answers."),
  "title-keyphrase": () => t("The title doesn't have the keyphrase."),
  "title-keyphrase-late": () => t("The keyphrase comes late in the title. Move it to the beginning."),
  "title-capitals": () => t("The title is in capitals, which reads as shouting."),
  "title-duplicate": () => t("Another of your published pages has this title. Make them differ."),
  "title-repeats": () => t("The title says the same word three times. Once is enough."),
  "description-missing": () => t("There is no description. Results then show any piece of the text."),
  "description-long": ({ count, most }) =>
    t("The description has {count} characters, and results show about {most}.", {
      count: number(count),
      most: number(most),
    }),
  "description-short": ({ count, least }) =>
    t("The description has {count} characters. With {least} or more, it can say what the page offers.", {
      count: number(count),
      least: number(least),
    }),
  "description-keyphrase": () =>
    t("The description doesn't have the keyphrase, which results would set in bold."),
  "description-is-title": () => t("The description only repeats the title."),
  "description-duplicate": () => t("Another of your published pages has this description."),
  "slug-keyphrase": () =>
    t(
      "The page's address doesn't have the keyphrase. Links to the old address stop working when you change it.",
    ),
  "slug-long": () => t("The page's address is long. A few words are enough."),
  "slug-unguessable": () =>
    t("The page's address ends with secret letters, although search engines may list it."),
  "heading-first-level": () => t("This heading is of level 1, like the title. A page has one of these."),
  "heading-skipped": () => t("This heading skips a level."),
  "heading-empty": () => t("This heading is empty."),
  "heading-none": ({ count }) =>
    t("The text has {count} words and no heading. Headings let readers find their place.", {
      count: number(count),
    }),
  "heading-distance": ({ count, most }) =>
    t("{count} words follow without a heading. Put one in after {most} at the latest.", {
      count: number(count),
      most: number(most),
    }),
  "heading-keyphrase": () => t("No heading has the keyphrase."),
  "heading-stuffed": ({ count, of }) =>
    t("{count} of {of} headings have the keyphrase. Vary them.", { count: number(count), of: number(of) }),
  "heading-long": ({ count, most }) =>
    t("This heading has {count} characters. Keep it below {most}.", {
      count: number(count),
      most: number(most),
    }),
  "heading-duplicate": () => t("This heading is there twice."),
  "keyphrase-missing": () => t("There is no keyphrase. Enter the words that people would search for."),
  "keyphrase-long": () => t("The keyphrase is long. Few people search for so many words."),
  "keyphrase-small-words": () => t("The keyphrase has only words that are in every text."),
  "keyphrase-introduction": () => t("The first paragraph doesn't have the keyphrase."),
  "keyphrase-rare": ({ count, least }) =>
    t("The text has the keyphrase {count} times. For its length, {least} would tell what it's about.", {
      count: number(count),
      least: number(least),
    }),
  "keyphrase-stuffed": ({ count, most }) =>
    t("The text has the keyphrase {count} times. More than {most} reads as spam.", {
      count: number(count),
      most: number(most),
    }),
  "keyphrase-spread": ({ count }) =>
    t("{count} words follow without the keyphrase.", { count: number(count) }),
  "keyphrase-rivals": () =>
    t(
      "Another of your notes wants to be found by the same keyphrase. Search engines will choose one of them.",
    ),
  "keyphrase-variants-same": () => t("Two variants of the keyphrase are the same."),
  "text-short": ({ count, least }) =>
    t("The text has {count} words. Pages below {least} rarely answer a question in full.", {
      count: number(count),
      least: number(least),
    }),
  "text-long-paragraphs": ({ count, most }) =>
    t("This paragraph has {count} words. Split what is longer than {most}.", {
      count: number(count),
      most: number(most),
    }),
  "text-long-sentences": ({ percent, words }) =>
    t("{percent}% of the sentences have more than {words} words. This is the longest.", {
      percent: number(percent),
      words: number(words),
    }),
  "text-hard": ({ ease }) =>
    t("The text is very hard to read: {ease} of 100. Use shorter sentences and words.", {
      ease: number(ease),
    }),
  "text-demanding": ({ ease }) =>
    t("The text is rather hard to read: {ease} of 100. Most readers like 60 or more.", {
      ease: number(ease),
    }),
  "text-same-beginnings": ({ count }) =>
    t("{count} sentences in a row begin with the same word.", { count: number(count) }),
  "text-placeholder": () => t("This looks like a placeholder that was never filled in."),
  "text-repeated": () => t("This paragraph is there twice."),
  "text-unbroken": () => t("The text is paragraphs only. A list, a table or a picture gives the eye a rest."),
  "text-language": ({ language, found }) =>
    t("The language is set to “{language}”, but the text reads like “{found}”.", {
      language: String(language),
      found: String(found),
    }),
  "link-none-out": () => t("No link leads to another site. Name your sources."),
  "link-none-inside": () => t("No link leads to another of your notes."),
  "link-none-here": () => t("None of your notes links to this one."),
  "link-vague": () => t("The words of this link don't say where it leads."),
  "link-without-words": () => t("This link has no words."),
  "link-address-shown": () => t("This link shows its address. Words are easier to read."),
  "link-insecure": () => t("This link leads to an address without encryption (http)."),
  "link-unpublished": () => t("This link leads to a note that isn't published, so visitors can't follow it."),
  "link-to-nothing": () => t("No note has the title that this link names."),
  "link-competing": () =>
    t("The keyphrase links to another page, which tells search engines to list that one."),
  "image-none": () => t("The text has no picture."),
  "image-alt-missing": () => t("This picture has no description for those who can't see it."),
  "image-alt-file-name": () => t("The description of this picture is a file name."),
  "image-alt-long": () => t("The description of this picture is long. One sentence is enough."),
  "image-alt-keyphrase": () => t("No picture's description has the keyphrase."),
  "page-unpublished": () => t("The note isn't published, so nobody can find it."),
  "page-not-indexed": () => t("Search engines are asked not to list this page."),
  "page-password": () => t("The page asks for a password, so search engines can't read it."),
  "page-unsigned": () =>
    t(
      "The page doesn't say your name. With it, results can name the author, and there is a feed of your pages.",
    ),
  "page-no-picture": () => t("Previews on other sites have no picture. Put one into the note."),
  "page-heavy": ({ bytes: size, most }) =>
    t("The page's HTML is {size}. Below {most}, it loads quickly everywhere.", {
      size: bytes(size),
      most: bytes(most),
    }),
  "page-heavy-pictures": ({ bytes: size, most }) =>
    t("The page's pictures are {size} together. Below {most}, it loads quickly everywhere.", {
      size: bytes(size),
      most: bytes(most),
    }),
  "page-slow": ({ ms, most }) =>
    t("The page took {ms} ms to load in this browser. Below {most} ms, visitors don't wait.", {
      ms: number(ms),
      most: number(most),
    }),
};

export const findingWords = ({ rule, values }: Pick<Finding, "rule" | "values">): string =>
  WORDS[rule](values);

/** What rules are about, by the first word of their names, in the order that people mend them. */
export const SUBJECTS = {
  title: t("Title"),
  description: t("Description"),
  slug: t("Address"),
  keyphrase: t("Keyphrase"),
  heading: t("Headings"),
  text: t("Text"),
  link: t("Links"),
  image: t("Pictures"),
  page: t("Page"),
};
export type Subject = keyof typeof SUBJECTS;
export const subjectOf = (rule: RuleId): Subject => rule.slice(0, rule.indexOf("-")) as Subject;
