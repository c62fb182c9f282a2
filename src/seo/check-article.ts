import type { Article } from "./article.ts";
import { DESCRIPTION_RULES } from "./checks/description-rules.ts";
import { HEADING_RULES } from "./checks/heading-rules.ts";
import { IMAGE_RULES } from "./checks/image-rules.ts";
import { KEYPHRASE_RULES } from "./checks/keyphrase-rules.ts";
import { LINK_RULES } from "./checks/link-rules.ts";
import { MEASURED_RULES } from "./checks/measured-rules.ts";
import { PAGE_RULES } from "./checks/page-rules.ts";
import { SLUG_RULES } from "./checks/slug-rules.ts";
import { easeOf, TEXT_RULES } from "./checks/text-rules.ts";
import { TITLE_RULES } from "./checks/title-rules.ts";
import { type LinkSuggestion, suggestLinks } from "./suggest-links.ts";
import { readArticle } from "./read-article.ts";
import type { Found, Mend, Severity } from "./rule.ts";

/** Every rule, by what it is about. */
export const RULES = [
  ...TITLE_RULES,
  ...DESCRIPTION_RULES,
  ...SLUG_RULES,
  ...HEADING_RULES,
  ...KEYPHRASE_RULES,
  ...TEXT_RULES,
  ...LINK_RULES,
  ...IMAGE_RULES,
  ...PAGE_RULES,
  ...MEASURED_RULES,
];
/** They depend on who looks and from where: health is of the note alone, the same in every browser and on the server. */
const WITHOUT_HEALTH = new Set<string>(MEASURED_RULES.map(({ id }) => id));
export type RuleId = (typeof RULES)[number]["id"];

export interface Finding {
  rule: RuleId;
  severity: Severity;
  weight: number;
  blockId: string | null;
  quote: string;
  values: Record<string, string | number>;
  mend: Mend | null;
}

export interface Report {
  /** 0 to 100. */
  health: number;
  /** What matters most first. */
  findings: Finding[];
  /** Rules that found nothing. */
  passed: RuleId[];
  words: number;
  language: string | null;
  /** By its words, whatever was chosen. */
  foundLanguage: string | null;
  /** 0 hard to 100 easy; null where the language has no formula, or there is too little text. */
  ease: number | null;
  suggestions: LinkSuggestion[];
}

const QUOTE_MAX = 160;

/** Asks every rule. */
export function checkArticle(article: Article): Report {
  const read = readArticle(article);
  const findings: Finding[] = [];
  const passed: RuleId[] = [];
  let reached = 0;
  let reachable = 0;
  for (const one of RULES) {
    const found = one.check(read);
    if (found === null) continue;
    const weight = WITHOUT_HEALTH.has(one.id) ? 0 : one.weight;
    reachable += weight;
    if (found.length === 0) {
      reached += weight;
      passed.push(one.id);
    }
    findings.push(...found.map((each) => toFinding(one, each)));
  }
  return {
    health: reachable === 0 ? 0 : Math.round((100 * reached) / reachable),
    findings: findings.toSorted((a, b) => b.weight - a.weight),
    passed,
    words: read.wordCount,
    language: read.spoken,
    foundLanguage: read.foundLanguage,
    ease: easeOf(read),
    suggestions: suggestLinks(read),
  };
}

const toFinding = ({ id, severity, weight }: (typeof RULES)[number], found: Found): Finding => ({
  rule: id,
  severity,
  weight,
  blockId: found.blockId ?? null,
  quote: (found.quote ?? "").slice(0, QUOTE_MAX).toWellFormed(),
  values: found.values ?? {},
  mend: found.mend ?? null,
});
