import { isName, KIN, NAME, withoutAt } from "./people.ts";

/** For whom something is to be done: whoever writes, somebody by name, or nobody that is named. */
export type Whom = { to: string | null; isToMe: boolean };

const ME = /(?:^|\s)(?:me|us|mir|uns|mich)(?![\p{L}])/u;
const OTHERS = String.raw`(?:the|my|our|den|dem|der|die) (?:kids|client|customer|landlord|plumber|neighbou?rs|team|board|manager|boss|agency|supplier|insurance|publisher|sister|brother|Kunden|Hausverwaltung|Agentur|Vermieter|Nachbarn)`;
const SOMEBODY = String.raw`(?<name>${KIN}|${OTHERS}|${NAME})`;
/** "send Ana the budget", "Tom's pull request", "for Omar", "bei Markus". */
const PLACES = [
  new RegExp(String.raw`(?:^|\s)(?:to|for|with|an|für|bei|von|mit) ${SOMEBODY}(?![\p{L}])`, "u"),
  new RegExp(
    String.raw`^(?:send|call|ask|give|pay|let|help|email|tell|invite|remind|introduce|refund|bring|text|message|ping|visit|phone|lend|teach|owe) ${SOMEBODY}(?![\p{L}])`,
    "u",
  ),
  new RegExp(
    String.raw`^ ?${SOMEBODY} (?=bis|morgen|am|an|eine?[nrs]?|das|die|den|dem|noch|heute|zurück|versprochen|im|zugesagt)`,
    "u",
  ),
  new RegExp(String.raw`(?:^|\s)${SOMEBODY}(?=['’]s\b)`, "u"),
];

/** @param rest What follows the verb, or "to Ana" where the words before it said so */
export function whomIn(rest: string): Whom {
  for (const place of PLACES) {
    const name = place.exec(rest)?.groups?.["name"];
    if (!name) continue;
    if (new RegExp(`^(?:${OTHERS})$`, "u").test(name))
      return { to: name.replace(/^\S+ /, ""), isToMe: false };
    const first = name
      .split(" ")
      .slice(0, isName(name) ? 2 : 1)
      .join(" ");
    if (isName(first)) return { to: withoutAt(first), isToMe: false };
  }
  return { to: null, isToMe: ME.test(rest) };
}
