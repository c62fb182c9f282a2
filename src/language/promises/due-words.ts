const MONTHS =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const WEEKDAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const ENGLISH = new RegExp(
  String.raw`\b(?:today|tonight|tomorrow|${WEEKDAYS}|(?:next|this) (?:week|month|weekend|morning|afternoon|evening|quarter|spring|summer|time)|weekend|end of (?:the |this |next )?(?:day|week|month|quarter|year)|eod|eow|eom|(?:by|before|until) (?:noon|lunch|then|christmas|easter|the holidays)|(?:within|in) (?:an?|\d+|one|two|three|four|five|six|ten) (?:hour|day|week|month)s?|(?:by|before|until|on) (?:the )?\d{1,2}(?:st|nd|rd|th)|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS})|(?:${MONTHS})\.? \d{1,2}|(?:by|before|in) (?:${MONTHS})|(?:by|before|at) \d{1,2}(?::\d\d)? ?(?:[ap]m|o'clock)|\d{4}-\d\d-\d\d)\b`,
  "i",
);
const GERMAN = new RegExp(
  String.raw`(?:^|[\s(])(?:heute|morgen|übermorgen|(?:am |bis |bis zum |kommenden |nächsten )?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)|wochenende|(?:nächste|diese|kommende)[nr]? (?:woche|monat|jahr)|ende (?:des monats|der woche|der nächsten woche|monats|des jahres)|(?:in|binnen|innerhalb von) \S+ (?:stunden?|tag(?:en?)?|wochen?|monat(?:en?)?)|\d{1,2}\.\s?(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|\d{1,2}\.)|(?:bis|vor) (?:zum |dem )?\d{1,2}\.|(?:bis|vor) (?:weihnachten|ostern)|im (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember))(?![\p{L}\d])`,
  "iu",
);

/** Whether a sentence says by when, in words of either language. */
export const saysWhen = (sentence: string): boolean => ENGLISH.test(sentence) || GERMAN.test(sentence);
