import { casual } from "chrono-node/en";
import { casual as japanese } from "chrono-node/ja";

/** What a title says about when it is due. */
export type Due = {
  /** YYYY-MM-DD of the user's calendar. */
  date: string;
  /** HH:MM, or null for some time that day. */
  time: string | null;
  /** The words it was read from. */
  words: string;
};

/** Longer titles are read so far: nobody writes "tomorrow" after five hundred letters, and reading costs. */
const READ_MAX = 500;

/** Words that are names of days or months and much else: only a date where something says so. */
const AMBIGUOUS = /^(?:sat|sun|mon|wed|thu|fri|tue|mar|may|march|second|now|min|sec)\.?$/i;
/** Of "来週、月曜日", "12月の金曜日" and "来年12月24日" the parser reads the end alone, as the next such day. */
const OF_OTHERS = /(?:(?<!毎)週|月|(?<![今毎])年)[の\s、,，]*$/;
const OF_THIS_OR_LAST = /^(?:今週|前の)/;
/** "第3日曜", "第1・第3日曜". */
const COUNTED = /(?:第[第\d０-９一二三四五・、,と\s]*|最終|最後の)$/;
/** 明日香 and 今日子 are people, 明日葉 is a herb, 日曜大工 does things herself. */
const NAME = /^(?:明日[香葉美菜奈]|今日[子的]|日曜(?:大工|画家|学校|農園|劇場|版)|金曜ロード|こんばんは)/;
/** "きょう" is a part of べんきょう, とうきょう and きょうだい, too. */
const HIRAGANA = /^[ぁ-ん]/;
const BEFORE_HIRAGANA = /(?:^|[^ぁ-ん]|[はをがもにで])$/;
const IS_A_WORD =
  /^(?:きょう|ほんじつ|きのう|あした|こん(?:や|ゆう|ばん)|けさ)(?:[^ぁ-ん]|[のはも]|まで|から|$)/;
const JAPANESE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
const SAYS_SO = /\b(?:on|by|due|before|until|till|this|next|every|at|for)\s*$/i;

/**
 * The first date in the words of a title, in English: "tomorrow at 5pm", "on Friday", "in 3 days", "24.12.2026", "by 12/24", or in
 * Japanese: "明日の午後3時", "12月24日".
 * Days that have passed without a year are those to come.
 *
 * @param now What the user's clock shows, as if it were UTC; see `clockOf`.
 */
export function dueIn(title: string, now: Date): Due | null {
  const text = title.slice(0, READ_MAX);
  const readers = JAPANESE.test(text) ? [japanese, casual] : [casual];
  const results = readers
    .flatMap((reader) => reader.parse(text, { instant: now, timezone: 0 }, { forwardDate: true }))
    .map(({ index, text: read, start }) => ({
      index: text.indexOf(read.trim(), index),
      words: read.trim(),
      start,
      isDay: start.isCertain("day") || start.isCertain("weekday"),
    }))
    .filter(({ index }) => !isOfOtherWord(text.slice(0, index), text.slice(index)))
    // Both read "15:00 tomorrow", one of them all of it.
    .sort((one, other) => one.index - other.index || other.words.length - one.words.length);
  const dues = results.filter(({ index, start }) => {
    const [before, from] = [text.slice(0, index), text.slice(index)];
    return start.isCertain("year") ? !isBeforeYesterday(before, from) : !saysOtherDay(before, from);
  });
  for (const { index, words, start, isDay } of dues) {
    // The time of a day that is not read.
    if (!isDay && dues.length < results.length) continue;
    const before = text.slice(0, index);
    if (AMBIGUOUS.test(words) && !SAYS_SO.test(before)) continue;
    // "in 5 minutes" says a time of today, "next week" a day; a lone month says none.
    const saysDay = (["day", "weekday", "hour"] as const).some((part) => start.isCertain(part));
    if (!saysDay && !/\b(?:week|month|year)s?\b/i.test(words)) continue;
    const [year, month, day] = [start.get("year"), start.get("month"), start.get("day")];
    if (year === null || month === null || day === null || year < 1970 || year > 9999) continue;
    const date = [pad(year, 4), pad(month), pad(day)].join("-");
    const time = start.isCertain("hour")
      ? `${pad(start.get("hour") ?? 0)}:${pad(start.get("minute") ?? 0)}`
      : null;
    return { date, time, words };
  }
  return null;
}

function isOfOtherWord(before: string, from: string): boolean {
  return NAME.test(from) || (HIRAGANA.test(from) && !(BEFORE_HIRAGANA.test(before) && IS_A_WORD.test(from)));
}

/** 一昨日. */
const isBeforeYesterday = (before: string, from: string) => before.endsWith("一") && from.startsWith("昨");

const saysOtherDay = (before: string, from: string) =>
  OF_OTHERS.test(before) || COUNTED.test(before) || OF_THIS_OR_LAST.test(from);

const pad = (value: number, digits = 2) => String(value).padStart(digits, "0");
