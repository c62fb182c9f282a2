import { xmlReader } from "../reading/xml.ts";

/** How numbers of a workbook are written, by the number of their style. */
export type Formats = { write: (value: string, style: number) => string };

/** Codes that stand in no file, as far as they say something else than "as it is". */
const BUILT_IN: Record<number, string> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  14: "y-m-d",
  15: "y-m-d",
  16: "y-m-d",
  17: "y-m-d",
  18: "h:mm",
  19: "h:mm:ss",
  20: "h:mm",
  21: "h:mm:ss",
  22: "y-m-d h:mm",
  37: "#,##0",
  38: "#,##0",
  39: "#,##0.00",
  40: "#,##0.00",
  45: "h:mm:ss",
  46: "h:mm:ss",
  47: "h:mm:ss",
};
const DAY_MS = 86_400_000;

export function readFormats(styles: string, isFrom1904: boolean): Formats {
  const codes = new Map<number, string>();
  const byStyle: number[] = [];
  let isOfCells = false;
  const reader = xmlReader({
    open: (tag) => {
      const name = tag.name.replace(/^.*:/, "");
      const { numFmtId = "0", formatCode = "" } = tag.attributes as Record<string, string>;
      if (name === "numFmt") codes.set(Number(numFmtId), formatCode);
      if (name === "cellXfs") isOfCells = true;
      if (name === "xf" && isOfCells) byStyle.push(Number(numFmtId));
    },
    close: (tag) => {
      if (tag.name.replace(/^.*:/, "") === "cellXfs") isOfCells = false;
    },
  });
  reader.write(styles);
  reader.close();
  return {
    write: (value, style) => {
      const number = Number(value);
      if (!Number.isFinite(number)) return value;
      const id = byStyle[style] ?? 0;
      return writeNumber(number, codes.get(id) ?? BUILT_IN[id] ?? "General", isFrom1904);
    },
  };
}

/** A number by its code: dates as ISO writes them, all else as the sheet shows it. */
export function writeNumber(number: number, code: string, isFrom1904 = false): string {
  const [first = "", second] = splitSections(code);
  const isOfNegatives = number < 0 && second !== undefined;
  const section = (isOfNegatives ? second : first)
    // Colours and conditions; of a currency its sign stays.
    .replaceAll(/\[\$([^\]-]*)[^\]]*\]/g, (_, sign: string) => quote(sign))
    .replaceAll(/\[(?![hms]+\])[^\]]*\]/gi, "");
  const bare = section.replaceAll(/"[^"]*"|\\.|_.|\*./gs, "");
  if (/[ymdhs]/i.test(bare) && !/general/i.test(bare)) return writeDate(number, bare, isFrom1904);
  if (/general|@/i.test(bare) || !/[#0?]/.test(bare)) return plain(number);
  return writePattern(isOfNegatives ? -number : number, section, bare);
}

const quote = (words: string): string => (words === "" ? "" : `"${words.replaceAll('"', "")}"`);
const plain = (number: number): string => String(Number(number.toPrecision(15)));

function splitSections(code: string): string[] {
  return (code.match(/(?:"[^"]*"|\\.|[^;"\\])+/gs) ?? []).filter(Boolean);
}

function writeDate(number: number, bare: string, isFrom1904: boolean): string {
  const hasDate = /[yd]/i.test(bare) || (/m/i.test(bare) && !/[hs]/i.test(bare));
  const hasTime = /[hs]/i.test(bare);
  const hasSeconds = /s/i.test(bare);
  // Day 60 is a February 29, 1900 that never was; whoever writes dates before it is on their own.
  const epoch = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const unit = hasTime ? (hasSeconds ? 1_000 : 60_000) : DAY_MS;
  const ms = hasTime ? Math.round((number * DAY_MS) / unit) * unit : Math.floor(number) * DAY_MS;
  const at = new Date(epoch + ms);
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9_999 || number < 0) return plain(number);
  const [day = "", time = ""] = at.toISOString().split("T");
  const clock = time.slice(0, hasSeconds ? 8 : 5);
  if (hasDate) return hasTime ? `${day} ${clock}` : day;
  // A time without a day may be more than one.
  const hours = Math.floor(ms / 3_600_000);
  return `${String(hours).padStart(2, "0")}${clock.slice(2)}`;
}

function writePattern(number: number, section: string, bare: string): string {
  const places = Math.min(15, /\.([0#?]+)/.exec(bare)?.[1]?.length ?? 0);
  const least = /\.(0*)/.exec(bare)?.[1]?.length ?? 0;
  const scaled = bare.includes("%") ? number * 100 : number;
  const exact = Math.abs(scaled) >= 1e15 ? plain(scaled) : withPlaces(scaled, places, least);
  const shown = /[#0?],[#0?]/.test(bare) ? grouped(exact) : exact;
  let isWritten = false;
  const parts = section.match(/"[^"]*"|\\.|_.|\*.|[#0?.,]*[#0?][#0?.,]*(?:E[+-]0+)?|./gs) ?? [];
  const words = parts.map((part) => {
    if (part.startsWith('"')) return part.slice(1, -1);
    if (part.startsWith("\\")) return part.slice(1);
    if (part.length > 1 && /^[_*]/.test(part)) return "";
    if (!/[#0?]/.test(part)) return part;
    if (isWritten) return "";
    isWritten = true;
    return /E/.test(part) ? plain(number) : shown.replace(/^-/, "");
  });
  return (shown.startsWith("-") ? "-" : "") + words.join("").trim();
}

function withPlaces(number: number, places: number, least: number): string {
  const fixed = Number(plain(number)).toFixed(places);
  const [whole = "", fraction = ""] = fixed.split(".");
  const kept = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, "");
  const words = kept === "" ? whole : `${whole}.${kept}`;
  return /^-0(?:\.0*)?$/.test(words) ? words.slice(1) : words;
}

const grouped = (words: string): string => {
  const [whole = "", fraction] = words.split(".");
  const parts = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? parts : `${parts}.${fraction}`;
};
