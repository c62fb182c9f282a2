import { EMOJI } from "./emoji-list.ts";
import type { Suggestion } from "./suggestion-plugin.ts";

const MOST = 40;

const all = EMOJI.split("|").map((line) => {
  const [sign = "", ...words] = line.split(" ");
  return { sign, words };
});

/** By a name's beginning, then a tag's, then anywhere inside a name; a name closed by ":" is that one. */
export function findEmoji(query: string): Suggestion[] {
  const wanted = query.replace(/:$/, "").toLowerCase();
  const isClosed = query.endsWith(":");
  return all
    .flatMap(({ sign, words }) => {
      const rank = rankOf(words, wanted);
      return rank === null || (isClosed && rank > 0) ? [] : [{ sign, words, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ sign, words }) => ({
      id: words[0] ?? sign,
      title: (words[0] ?? "").replaceAll("_", " "),
      sign,
      run: (editor) => void editor.chain().focus().insertContent({ type: "text", text: sign }).run(),
    }));
}

/** Smaller fits better; null fits not at all. */
function rankOf(words: string[], wanted: string): number | null {
  if (words.includes(wanted)) return words[0] === wanted ? 0 : 0.5;
  const first = words[0] ?? "";
  if (first.startsWith(wanted)) return 1 + first.length / 100;
  if (words.some((word) => word.startsWith(wanted))) return 2;
  return words.some((word) => word.includes(wanted)) ? 3 : null;
}
