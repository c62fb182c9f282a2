import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { create } from "zustand";
import type { PageNote } from "../../kernel/workspace/page-note.ts";
import { newId } from "../../platform/ids.ts";
import { Button } from "../../ui/button.tsx";
import { t } from "../../lib/messages/t.ts";
import { Conversation } from "./conversation.tsx";

/** The conversation beside each note, as long as the page is there. */
const useBeside = create<{ threads: Readonly<Record<string, string>> }>(() => ({ threads: {} }));

/** A conversation about the open note alone. */
export function NoteChat({ page: { noteId, note } }: { page: PageNote }) {
  const asked = useBeside(({ threads }) => threads[noteId]);
  const [fresh, setFresh] = useState(newId);
  const [providerId, setProviderId] = useState<string | null>(null);
  const threadId = asked ?? fresh;
  const remember = (id: string | undefined) =>
    useBeside.setState(({ threads }) => {
      const { [noteId]: _, ...others } = threads;
      return { threads: id ? { ...others, [noteId]: id } : others };
    });
  if (!note) return null;
  return (
    <div className="-mx-4 flex h-full min-h-96 flex-col">
      {asked && (
        <Button
          look="quiet"
          className="self-end"
          onClick={() => {
            remember(undefined);
            setFresh(newId());
          }}
        >
          <MessageSquarePlus size={15} aria-hidden="true" /> {t("New chat")}
        </Button>
      )}
      <div className="min-h-0 flex-1">
        <Conversation
          key={threadId}
          threadId={threadId}
          isNew={!asked}
          scope={{ noteIds: [noteId] }}
          providerId={providerId}
          onProvider={setProviderId}
          onAsked={() => remember(threadId)}
          placeholder={t("Ask about this note")}
          beginning={
            <p className="m-auto text-center text-sm text-balance text-muted">
              {t("Ask about this note. Answers name the passages they rest on.")}
            </p>
          }
        />
      </div>
    </div>
  );
}
