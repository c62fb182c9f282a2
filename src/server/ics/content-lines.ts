/** One property as it stands in the file: unfolded, and otherwise byte for byte. */
export type ContentLine = { text: string; line: number };

/** A component directly in a calendar, or a calendar itself. What is inside a component stays text. */
export type Component = {
  name: string;
  line: number;
  properties: ContentLine[];
  /** Components inside, each from BEGIN to END. */
  nested: { name: string; line: number; lines: string[] }[];
  /** Something in it could not be read; the whole is not to be trusted. */
  fault: string | null;
};

const DEPTH_MAX = 8;
const PROPERTIES_MAX = 1_000;
/** Characters of one component. An attachment can be long, a component that never ends is no event. */
const COMPONENT_MAX = 2 * 1024 * 1024;
const BOUND = /^(BEGIN|END):\s*([A-Za-z0-9-]{1,100})\s*$/i;

/**
 * Bytes as text: UTF-8, UTF-16 with its mark, and as a last resort what Windows writes in the west. Some programs fold in the middle of a
 * character, so what is no UTF-8 is unfolded and tried again.
 */
export function decodeCalendar(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return utf8(bytes) ?? utf8(unfoldBytes(bytes)) ?? new TextDecoder("windows-1252").decode(bytes);
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const unfoldBytes = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(bytes)
      .toString("latin1")
      .replaceAll(/(?:\r\n|\n|\r)[ \t]/g, ""),
    "latin1",
  );

/** The lines of a file, folded ones as one, without building a list of all. */
function* unfold(text: string): Generator<ContentLine> {
  const even = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  let at = 0;
  let number = 0;
  while (at < even.length) {
    const parts: string[] = [];
    const first = number + 1;
    let isFolded = true;
    while (isFolded) {
      const end = even.indexOf("\n", at);
      const stop = end === -1 ? even.length : end;
      parts.push(even.slice(parts.length === 0 ? at : at + 1, stop));
      number += 1;
      at = stop + 1;
      isFolded = even[at] === " " || even[at] === "\t";
    }
    const whole = parts.length === 1 ? parts[0]! : parts.join("");
    if (whole.trim() !== "") yield { text: whole, line: first };
  }
}

/** The components of a file in their order; a calendar itself comes when it ends, with its own properties. */
export function* readComponents(text: string): Generator<Component> {
  let calendar = aComponent("VCALENDAR", 1);
  let open: OpenComponent | null = null;
  for (const content of unfold(text)) {
    const bound = boundOf(content.text);
    if (open) {
      // An event that was cut off: what follows is one of its own.
      const isCutOff: boolean =
        bound?.isBegin === true && bound.name === open.component.name && TOP.has(bound.name);
      if (isCutOff) yield { ...open.component, fault: "It has no end." };
      else if (open.isEnd(bound)) yield open.end(bound!.name);
      else {
        open.take(content, bound);
        continue;
      }
      open = isCutOff ? new OpenComponent(bound!.name, content.line) : null;
    } else if (bound?.name === "VCALENDAR") {
      if (!bound.isBegin || calendar.properties.length > 0) yield calendar;
      calendar = aComponent("VCALENDAR", content.line);
    } else if (bound?.isBegin) open = new OpenComponent(bound.name, content.line);
    else if (!bound && calendar.properties.length < PROPERTIES_MAX) calendar.properties.push(content);
  }
  if (open) yield { ...open.component, fault: "The file ends in the middle of it." };
  if (calendar.properties.length > 0) yield calendar;
}

type Bound = { name: string; isBegin: boolean } | null;

/** What a BEGIN or END is of. */
function boundOf(text: string): Bound {
  const [, bound, name] = BOUND.exec(text) ?? [];
  return bound && name ? { name: name.toUpperCase(), isBegin: bound.toUpperCase() === "BEGIN" } : null;
}

/** A component whose end has not come yet. */
class OpenComponent {
  readonly component: Component;
  /** How many components inside it are open, too. */
  #depth = 0;
  #length = 0;

  constructor(name: string, line: number) {
    this.component = aComponent(name, line);
  }

  isEnd = (bound: Bound): boolean => bound !== null && !bound.isBegin && this.#depth === 0;

  end(name: string): Component {
    if (name !== this.component.name)
      this.component.fault ??= `It begins as ${this.component.name} and ends as ${name}.`;
    return this.component;
  }

  take({ text, line }: ContentLine, bound: Bound) {
    const { component } = this;
    this.#length += text.length;
    if (this.#length > COMPONENT_MAX)
      component.fault ??= "It is longer than anything an entry of a calendar can be.";
    if (bound) this.#depth += bound.isBegin ? 1 : -1;
    if (this.#depth > DEPTH_MAX) component.fault ??= "Components are nested too deeply in it.";
    if (component.fault !== null) return;
    if (bound?.isBegin && this.#depth === 1) component.nested.push({ name: bound.name, line, lines: [text] });
    else if (bound || this.#depth > 0) component.nested.at(-1)?.lines.push(text);
    else component.properties.push({ text, line });
  }
}

const TOP = new Set(["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]);

const aComponent = (name: string, line: number): Component => ({
  name,
  line,
  properties: [],
  nested: [],
  fault: null,
});
