/** As the server takes them. */
const MOST_FEEDS = 10;

function addressOf(line: string): string | null {
  const written = line.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(written) ? written : `https://${written}`);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return written !== "" && url && isWeb && url.host.includes(".") ? url.href : null;
}

const lines = (written: string) => written.split("\n").filter((line) => line.trim() !== "");

/** One on each line; what is no web address is left out. */
export const readAddresses = (written: string): string[] =>
  [...new Set(lines(written).flatMap((line) => addressOf(line) ?? []))].slice(0, MOST_FEEDS);

export const unreadAddresses = (written: string): string[] =>
  lines(written).flatMap((line) => (addressOf(line) === null ? line.trim() : []));
