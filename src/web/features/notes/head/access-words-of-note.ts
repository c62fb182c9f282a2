import { useQuery } from "@tanstack/react-query";
import type { NoteAiAccess } from "#contract/notes.ts";
import { ACCESS_WORDS } from "../../../kernel/ai-access/access-words.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";

/** Which models may read a note and why, in words; null where any may, which needs no line. */
export function useAccessWords(noteId: string): string | null {
  const { data } = useQuery(api.notes.aiAccess.queryOptions({ input: { noteId } }));
  return data && data.aiAccess !== "any" ? wordsOf(data) : null;
}

function wordsOf({ aiAccess, by }: NoteAiAccess): string {
  const access = ACCESS_WORDS[aiAccess];
  switch (by?.kind) {
    case "folder":
      return t("{access}, by folder {name}", { access, name: by.name });
    case "tag":
      return t("{access}, by tag {name}", { access, name: by.name });
    case "owner":
      return t("{access}, by its owner", { access });
    case "trash":
      return t("{access} while it's in the trash", { access });
    default:
      return access;
  }
}
