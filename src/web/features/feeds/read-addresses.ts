/** As the server takes them. */
const MOST_FEEDS = 10;
const MOST_LETTERS = 2_000;

/** `https:` and the like, but not the name of a server before its port. */
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))/i;

function addressOf(line: string): string | null {
  const written = line.trim();
  const url = URL.parse(SCHEME.test(written) ? written : `https://${written}`);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return url && isWeb && url.host.includes(".") && url.href.length <= MOST_LETTERS ? url.href : null;
}

const lines = (written: string) => written.split("\n").filter((line) => line.trim() !== "");

/** One on each line; what is no web address is left out. */
export const readAddresses = (written: string): string[] =>
  [...new Set(lines(written).flatMap((line) => addressOf(line) ?? []))].slice(0, MOST_FEEDS);

/** Lines that are none, or too many. */
export function unreadAddresses(written: string): string[] {
  const read = readAddresses(written);
  return lines(written).flatMap((line) => (read.includes(addressOf(line) ?? "") ? [] : line.trim()));
}
