import type { Editor } from "@tiptap/core";
import { deferred } from "../../ui/deferred.tsx";
import { useAsking } from "./suggestion-plugin.ts";

const SuggestionList = deferred(async () => (await import("./suggestion-list.tsx")).SuggestionList);

/** Where the list appears; its code comes with the first trigger. */
export function SuggestionHost({ editor }: { editor: Editor }) {
  const shown = useAsking((state) => state.shown);
  if (!shown || shown.editor !== editor) return null;
  return <SuggestionList key={shown.asking.kind.id} editor={editor} asking={shown.asking} />;
}
