import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import { Link } from "@tanstack/react-router";
import { MEMORY_LENGTH } from "#contract/wire/chat-limits.ts";
import type { Memory } from "#contract/memories.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { api } from "../../../platform/api.ts";
import { isUnreachable } from "../../../platform/rpc-errors.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { inputClass } from "../../../ui/field.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { dateInWords, isoDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { forget, keepInMind } from "./memory-changes.ts";

/** Everything that is kept, where it was said, for which chats and until when; to change and to delete. */
export function MemoriesSetting() {
  const { data, error } = useQuery(api.memories.list.queryOptions({ input: {}, staleTime: 0 }));
  const [text, setText] = useState("");
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    setText("");
    void keepInMind({ text: text.trim(), folderId: null, expiresAt: null }).then(
      (isKept) => isKept || setText(text),
    );
  };
  return (
    <div className="flex w-full flex-col gap-3">
      <form onSubmit={handleSubmit} className="flex gap-2">
        <input
          dir="auto"
          value={text}
          maxLength={MEMORY_LENGTH}
          aria-label={t("What to keep in mind")}
          placeholder={t("I prefer short answers")}
          onChange={(event) => setText(event.target.value)}
          className={`${inputClass} h-8 min-w-0 flex-1 text-sm pointer-coarse:h-11 pointer-coarse:text-base`}
        />
        <Button type="submit" disabled={!text.trim()} className="pointer-coarse:h-11">
          <Plus size={15} aria-hidden="true" /> {t("Add")}
        </Button>
      </form>
      {!data ? (
        error ? (
          <p className="text-sm text-muted">
            {isUnreachable(error) ? t("Can't load this while offline.") : t("Couldn't load this.")}
          </p>
        ) : (
          <SkeletonRows count={2} />
        )
      ) : data.memories.length === 0 ? (
        <p className="text-sm text-muted">{t("Nothing yet.")}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {data.memories.map((memory) => (
            <MemoryRow key={memory.id} memory={memory} />
          ))}
        </ul>
      )}
    </div>
  );
}

function MemoryRow({ memory }: { memory: Memory }) {
  const { text, source, threadId, expiresAt } = memory;
  const [draft, setDraft] = useState<string | null>(null);
  const save = (change: Partial<Memory>) => {
    const { id, folderId } = memory;
    void keepInMind({ id, folderId, text, expiresAt, ...change });
  };
  const handleBlur = () => {
    if (draft?.trim() && draft.trim() !== text) save({ text: draft.trim() });
    setDraft(null);
  };
  const ends = expiresAt === null ? "" : isoDay(new Date(expiresAt));
  const today = isoDay(useAccountNow());
  return (
    <li className="flex flex-col gap-1.5 rounded-md border border-line p-2">
      <div className="flex items-start gap-1">
        <textarea
          dir="auto"
          rows={1}
          aria-label={t("Kept in mind")}
          value={draft ?? text}
          maxLength={MEMORY_LENGTH}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={handleBlur}
          className={`${inputClass} field-sizing-content min-h-8 flex-1 resize-none py-1 text-sm pointer-coarse:min-h-11 pointer-coarse:text-base`}
        />
        <IconButton label={t("Forget this")} onClick={() => void forget(memory)}>
          <Trash2 size={15} />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <span>
          {source === "settings" ? (
            t("Written here")
          ) : threadId ? (
            <Link to="/app/chat" search={{ thread: threadId } as never} className="underline">
              {t("Said in a chat")}
            </Link>
          ) : (
            t("Said in a chat")
          )}
        </span>
        {memory.folderId && (
          <FolderName folderId={memory.folderId} onClear={() => save({ folderId: null })} />
        )}
        <label className="inline-flex items-center gap-1.5">
          {ends && ends <= today ? t("Ended {day}", { day: dateInWords(new Date(expiresAt!)) }) : t("Until")}
          <input
            type="date"
            value={ends}
            min={today}
            aria-label={t("Until which day; empty for always")}
            onChange={({ target: { value } }) =>
              save({ expiresAt: value ? new Date(`${value}T23:59:59`).toISOString() : null })
            }
            className="rounded-md border border-field-line bg-bg px-1.5 py-0.5 pointer-coarse:h-11"
          />
        </label>
      </div>
    </li>
  );
}

function FolderName({ folderId, onClear }: { folderId: string; onClear: () => void }) {
  const { data } = useQuery(api.folders.list.queryOptions({ input: {} }));
  const name = data?.folders.find(({ id }) => id === folderId)?.name;
  return (
    <span className="inline-flex items-center gap-1.5">
      {name ? t("In chats about {folder}", { folder: name }) : t("In chats about a folder that was deleted")}
      <button type="button" className="underline" onClick={onClear}>
        {t("Use in all chats")}
      </button>
    </span>
  );
}
