/** What a person tells Cairn to do, in English. */
export type Command =
  | { kind: "note"; title: string; body: string; tags: string[] }
  | { kind: "task" | "event"; sentence: string }
  | { kind: "remind"; sentence: string }
  | { kind: "open"; name: string; isNote: boolean }
  | { kind: "find"; query: string }
  /** A command that lacks what it needs. */
  | { kind: "incomplete"; of: "note" | "task" | "event" | "reminder" };

const POLITE = /^(?:(?:please|ok|okay|hey)[\s,]+)*(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?)?/i;
const NAMED = String.raw`(?:\s+(?:called|named|titled|with\s+the\s+(?:title|name)|about)\s+|\s*[:–—]\s*)`;

const NOTE = new RegExp(
  String.raw`^(?:(?:create|make|add|write|start|begin)\s+(?:me\s+)?(?:an?\s+)?(?:new\s+|empty\s+)*|new\s+)note(?:${NAMED}(?<title>\S[^]*))?$`,
  "i",
);
const TASK =
  /^(?:(?:add|create|make)\s+(?:me\s+)?(?:an?\s+)?(?:new\s+)?|new\s+)(?:task|to-?do)\b(?!\s+lists?\b)(?:\s+(?:to|called|named|titled|that\s+says)\s+|\s*[:–—]\s*|\s+)?(?<rest>\S[^]*)?$/i;
const TO_LIST =
  /^(?:add|put)\s+(?<rest>\S[^]*?)\s+(?:to|on)\s+(?:my|the|our)\s+(?:tasks?|to-?dos?|to-?do\s+list|task\s+list)$/i;
const EVENT =
  /^(?:(?:add|create|make|schedule)\s+(?:me\s+)?(?:an?\s+)?(?:new\s+)?|new\s+)(?<noun>event|appointment|meeting|calendar\s+entry)\b(?:\s+(?:called|named|titled)\s+|\s*[:–—]\s*|\s+)?(?<rest>\S[^]*)?$/i;
const TO_CALENDAR = /^(?:add|put)\s+(?<rest>\S[^]*?)\s+(?:to|in|into|on)\s+(?:my|the|our)\s+calendar$/i;
const SHORT = /^(?<kind>task|to-?do|event)\s*:\s*(?<rest>\S[^]*)$/i;
const REMIND = /^remind\s+(?:me|us)\b\s*(?<rest>[^]*)$/i;
/** "Remind me what we decided" asks. */
const ASKS = /^(?:what|when|where|who|whom|whose|why|which|how|if|whether)\b/i;
const OPEN = /^(?:open|go\s+to|show\s+me|show)\s+(?:(?:the|my|our)\s+)?(?<name>\S[^]*)$/i;
const FIND =
  /^(?:find|search(?:\s+for)?|look\s+(?:up|for))\s+(?:me\s+)?(?:(?:all\s+)?(?:my\s+|the\s+)?(?:notes?|everything|anything)\s+(?:about|on|with|for|that\s+mentions?|mentioning)\s+)?(?<query>\S[^]*)$/i;
/** "Find out when" and "find time" ask. */
const NOT_FOUND_BY_WORDS =
  /^(?:out\b|time\b|(?:me\s+)?an?\s+(?:free|time)\b|(?:what|when|where|who|why|which|how)\b)/i;

/**
 * What is clearly a command, from its first word on; everything else is a question. A sentence that ends with a question mark is one,
 * unless it is politely asked for something by name.
 */
export function readCommand(text: string): Command | null {
  const said = text.trim().replaceAll(/[ \t]+/g, " ");
  const isPolite = /^(?:(?:please|ok|okay|hey)[\s,]+)*(?:can|could|would|will)\s+you\b/i.test(said);
  const isAsked = /[?？؟]\s*$/.test(said);
  if (isAsked && !isPolite) return null;
  const sentence = said.replace(POLITE, "").replace(/[\s.!?]+$/, "");
  const command = readCreating(sentence) ?? readReminding(sentence) ?? readLooking(sentence);
  return isAsked && command?.kind === "incomplete" ? null : command;
}

/** Whether it is done here whatever model is connected: a model only answers. */
export function makesSomething(text: string): boolean {
  const command = readCommand(text);
  return command !== null && command.kind !== "open" && command.kind !== "find";
}

function readCreating(sentence: string): Command | null {
  const note = NOTE.exec(sentence);
  if (note) return noteOf(note.groups?.["title"]);
  const short = SHORT.exec(sentence)?.groups;
  if (short) return { kind: /^e/i.test(short["kind"]!) ? "event" : "task", sentence: short["rest"]! };
  const task = TO_LIST.exec(sentence) ?? TASK.exec(sentence);
  if (task) return withSentence("task", task.groups?.["rest"]);
  const event = EVENT.exec(sentence);
  const noun = event?.groups?.["noun"]?.toLowerCase() ?? "";
  const rest = (event ?? TO_CALENDAR.exec(sentence))?.groups?.["rest"];
  // A meeting with somebody is called that.
  const isTitle = /^(?:appointment|meeting)$/.test(noun) && /^(?:with|about|at|for|on)\b/i.test(rest ?? "");
  if (event || rest) return withSentence("event", isTitle ? `${capital(noun)} ${rest}` : rest);
  return null;
}

const withSentence = (kind: "task" | "event", sentence: string | undefined): Command =>
  sentence ? { kind, sentence } : { kind: "incomplete", of: kind };

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** "Summer party with a list of drinks": the rest is its text, unless the title stands in quotation marks. */
function noteOf(named: string | undefined): Command {
  if (!named) return { kind: "incomplete", of: "note" };
  const tags = [...named.matchAll(/(?<=\s)#([\p{L}\p{N}][\p{L}\p{N}/_-]*)/gu)].map(([, tag]) => tag!);
  const words = named.replaceAll(/\s#[\p{L}\p{N}][\p{L}\p{N}/_-]*/gu, "").trim();
  const quoted =
    /^["“”'‘](?<title>[^"“”]+?)["“”'’]\s*(?:[,:]?\s*(?:with|saying|that\s+says)\s+|[,:]\s*)?(?<body>[^]*)$/i.exec(
      words,
    );
  const plain =
    /^(?<title>[^\n]+?)(?:\s+(?:with(?:\s+the\s+text)?|saying|that\s+says)\s+|\s*:\s+|\n+)(?<body>[^]+)$/i.exec(
      words,
    );
  const { title = words, body = "" } = quoted?.groups ?? plain?.groups ?? {};
  return { kind: "note", title: title.trim(), body: body.trim(), tags };
}

function readReminding(sentence: string): Command | null {
  const rest = REMIND.exec(sentence)?.groups?.["rest"]?.trim();
  if (rest === undefined || ASKS.test(rest.replace(/^(?:about|of)\s+/i, ""))) return null;
  if (rest === "") return { kind: "incomplete", of: "reminder" };
  const direct = /^(?:to|about|of|that)\s+(?<what>\S[^]*)$/i.exec(rest);
  if (direct) return { kind: "remind", sentence: direct.groups!["what"]! };
  // "Remind me tomorrow at nine to call Ana."
  const behind = /^(?<when>\S[^]*?)\s+(?:to|about|of|that)\s+(?<what>\S[^]*)$/i.exec(rest)?.groups;
  return { kind: "remind", sentence: behind ? `${behind["what"]} ${behind["when"]}` : rest };
}

function readLooking(sentence: string): Command | null {
  const name = OPEN.exec(sentence)?.groups?.["name"];
  if (name) {
    const ofNote =
      /^(?:the\s+)?note\s+(?:called|named|titled|about|on)?\s*(?<name>\S[^]*)$|^(?<before>\S[^]*?)\s+note$/i.exec(
        name,
      )?.groups;
    const wanted = ofNote?.["name"] ?? ofNote?.["before"] ?? name;
    return { kind: "open", name: wanted.replaceAll(/^["“]|["”]$/g, ""), isNote: ofNote !== undefined };
  }
  const query = FIND.exec(sentence)?.groups?.["query"];
  return query && !NOT_FOUND_BY_WORDS.test(query)
    ? {
        kind: "find",
        query: query.replace(/^(?:the|my|our|an?)\s+(?=\S)/i, "").replaceAll(/^["“]|["”]$/g, ""),
      }
    : null;
}
