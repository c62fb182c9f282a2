/** Which planner wrote a table, by the names of its columns; null for any other table. */
export function plannerOf(head: Buffer): "todoist" | "ticktick" | null {
  // Spreadsheets write UTF-16 as well; the names are plain letters.
  const text = head.toString("latin1").replaceAll("\0", "");
  const lines = text.split(/\r\n?|\n/);
  const isHead = (names: RegExp) => lines.some((line) => names.test(line.replaceAll('"', "")));
  if (isHead(TODOIST)) return "todoist";
  return isHead(TICKTICK) ? "ticktick" : null;
}

const TODOIST = /^[^a-z]{0,4}type\s?[,;\t]\s?content\s?[,;\t](?=.*\bpriority\b)(?=.*\bindent\b)/i;
const TICKTICK =
  /^(?:[^a-z]{0,4}folder name\s?[,;\t])?[^a-z]{0,4}list name\s?[,;\t]\s?title\s?[,;\t](?=.*\bstatus\b)(?=.*\bpriority\b)/i;
