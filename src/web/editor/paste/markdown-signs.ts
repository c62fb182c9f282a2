/** Signs that hardly anybody writes without meaning Markdown: one is enough. */
const SURE = [
  /^ {0,3}#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^\s*[-*+] \[[ xX]\] \S/m,
  /^ *\|?.*\|.*\n *\|?(?: *:?-{3,}:? *\|)+ *:?-*:? *\|? *$/m,
  /(?<!!)\[[^\]\n]+\]\((?:https?:|mailto:|\/|#)[^\s)]*\)/,
  /!\[[^\]\n]*\]\(\S+\)/,
  /\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*/,
];

/** Signs of a list or quotation, which prose has by chance once but not twice. */
const REPEATED = [/^\s*[-*+] \S/gm, /^\s*\d{1,3}[.)] \S/gm, /^ {0,3}> ?\S/gm];

/** Whether plain text was written as Markdown. Wrongly taken as such, text loses signs; so it takes some evidence. */
export function looksLikeMarkdown(text: string): boolean {
  // A file of this size is imported, not pasted; and a program's code has too many of these signs.
  if (text.length > 500_000 || looksLikeCode(text)) return false;
  return SURE.some((sign) => sign.test(text)) || REPEATED.some((sign) => (text.match(sign)?.length ?? 0) > 1);
}

/** Lines of a program, which uses # and * for its own ends; unless the code stands in a fence. */
function looksLikeCode(text: string): boolean {
  if (/^ {0,3}(?:```|~~~)/m.test(text)) return false;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const ends = lines.filter((line) =>
    /[{};]\s*$|^\s*(?:import|from|def|class|return|const|let|var|function|#include|#!|\/\/|\/\*)[ "'(/<]/.test(
      line,
    ),
  );
  return lines.length > 1 && ends.length / lines.length > 0.4;
}
