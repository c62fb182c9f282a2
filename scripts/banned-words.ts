import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lineOf, nodesOf, parse, wordsOf } from "./messages.ts";
import { root } from "./run-tool.ts";

/** What reads as translated or British, and what to write instead. The list grows with each finding. */
const BANNED: [turn: RegExp, better: string][] = [
  [/\bfor ever\b/i, "forever, permanently"],
  [/\bfor good\b/i, "permanently"],
  [/\bwhoever\b(?! runs this\s+server is responsible)/i, "anyone who, the administrator"],
  [/\bsomebody('s)?\b/i, "someone"],
  [/\beverybody\b/i, "everyone, anyone"],
  [/\be-mails?\b/i, "email"],
  [/\bshall (we|i)\b/i, "should"],
  [/\b(is|are) away\b/i, "You're offline."],
  [/\bnothing of it\b/i, "none of it"],
  [/\bwhat stands\b/i, "the text"],
  [/\bany more\b/i, "no longer, anymore"],
  [/\banew\b/i, "again"],
  [/\bgo(es)? on writing\b(?!\.)/i, "continue writing"],
  [/\bto go on\b/i, "to continue"],
  [/\b(is|are) gone\b/i, "was deleted"],
  [/\bnot yours to see\b/i, "you don't have access to it"],
  [/\b(the )?server cannot be reached\b/i, "can't reach the server"],
  [/\bone press\b/i, "one click"],
  [/\bnothing fits\b/i, "no matches"],
  [/\bspelt\b/i, "spelled"],
  [/\bcolour(s|ed|ful)?\b/i, "color"],
  [/\bfavourites?\b/i, "favorite"],
  [/\blicence\b/i, "license"],
  [/\b(minim|maxim|custom|organ|synchron|optim|recogn)is(e|es|ed|ing|ation)\b/i, "-ize"],
  [/\b(cancell|labell|travell)(ed|ing)\b/i, "canceled, labeled"],
  [/\bcentre\b/i, "center"],
  [/\bdialogue\b/i, "dialog"],
  [/\bafterwards\b/i, "afterward"],
];
/** Not read as prose: specimens, and words that people search emoji by. */
const EXEMPT = /component-gallery|editor-test|emoji-list|\.(test|d)\.tsx?$/;
/** Where strings that people read are among others that are names, ids and log lines: a sentence starts with a capital. */
const SERVER = /^src\/(server|contract)\//;
const SQL = /^[A-Z]{4,}\b/;
const LITERALS = new Set(["StringLiteral", "TemplateLiteral", "JSXText"]);

/** What of a literal people may read; an id such as "colour-themes" has no space, a path neither. */
function proseOf(file: string, text: string): string {
  if (!/\s/.test(text.trim())) return /^[A-Z]\p{L}+$/u.test(text) ? text : "";
  return SERVER.test(file) && (!/^[A-Z]|\n\n/.test(text) || SQL.test(text)) ? "" : text;
}

/** Where words of the interface, the public pages, errors and mails take a turn that is banned. */
export function findBannedWords(repository = root): string[] {
  const files = globSync("src/{web,server,contract}/**/*.{ts,tsx}", { cwd: repository });
  return files
    .filter((file) => !EXEMPT.test(file))
    .sort()
    .flatMap((file) => bannedIn(file, readFileSync(join(repository, file))));
}

function bannedIn(file: string, code: Buffer): string[] {
  // Parsing is slow: only what has such a turn somewhere, perhaps in a comment, is read as code.
  if (!BANNED.some(([turn]) => turn.test(code.toString()))) return [];
  const literals = [...nodesOf(parse(file, code.toString()))].filter(({ type }) => LITERALS.has(type));
  return literals.flatMap((node) => {
    const prose = proseOf(file, wordsOf(node));
    return BANNED.flatMap(([turn, better]) => {
      const [found] = turn.exec(prose) ?? [];
      return found
        ? [`${file}:${lineOf(code, node)}: "${found}" in "${prose.slice(0, 60)}"; better: ${better}`]
        : [];
    });
  });
}
