import { clsx } from "clsx";
import { EllipsisVertical, FolderInput, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ChatThread } from "#contract/chat.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useDebounced } from "../../lib/use-debounced.ts";
import { t } from "../../lib/messages/t.ts";
import { removeThread, useThreads } from "./threads.ts";

type ThreadListProps = {
  currentId: string | undefined;
  onOpen: (threadId: string) => void;
  /** The one that is open was deleted. */
  onGone: () => void;
};

/** Conversations by what they are filed under, the newest first. */
export function ThreadList({ currentId, onOpen, onGone }: ThreadListProps) {
  const [query, setQuery] = useState("");
  const list = useThreads(useDebounced(query.trim(), 200));
  const { data, error, isPending } = list;
  const threads = data?.pages.flatMap((page) => page.threads) ?? [];
  const groups = Map.groupBy(threads, ({ folder }) => folder);
  const folders = [...groups.keys()].toSorted((one, other) => one.localeCompare(other));
  const handleRemove = async (thread: ChatThread) => {
    await removeThread(thread);
    if (thread.id === currentId) onGone();
  };
  return (
    <div className="flex flex-col gap-2 p-2">
      <input
        type="search"
        dir="auto"
        value={query}
        aria-label={t("Search chats")}
        placeholder={t("Search chats")}
        onChange={(event) => setQuery(event.target.value)}
        className={clsx(inputClass, "h-8 text-sm pointer-coarse:h-11 pointer-coarse:text-base")}
      />
      {isPending ? (
        <SkeletonRows count={4} />
      ) : !data ? (
        <p className="px-2 text-sm text-muted">
          {error && isUnreachable(error)
            ? t("Can't load chats while offline.")
            : t("Couldn't load your chats.")}
        </p>
      ) : threads.length === 0 ? (
        <p className="px-2 text-sm text-muted">
          {query ? t("No chat has these words.") : t("No chats yet.")}
        </p>
      ) : (
        folders.map((folder) => (
          <section key={folder} aria-label={folder || t("Not in a folder")}>
            {folder && (
              <h3 dir="auto" className="px-2 pt-2 pb-1 text-xs font-semibold text-muted">
                {folder}
              </h3>
            )}
            <ul>
              {groups.get(folder)!.map((thread) => (
                <Row
                  key={thread.id}
                  thread={thread}
                  isCurrent={thread.id === currentId}
                  onOpen={onOpen}
                  onRemove={() => void handleRemove(thread)}
                />
              ))}
            </ul>
          </section>
        ))
      )}
      {list.hasNextPage && (
        <Older isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </div>
  );
}

/** Fetches what is older once it is scrolled to; a press does it, too. */
function Older({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => void (more.current = onMore));
  useEffect(() => {
    if (isBusy) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: "300px",
    });
    watch.observe(place.current!);
    return () => watch.disconnect();
  }, [isBusy]);
  return (
    <div ref={place} className="flex justify-center">
      <Button look="quiet" isBusy={isBusy} onClick={onMore}>
        {t("Older chats")}
      </Button>
    </div>
  );
}

type RowProps = {
  thread: ChatThread;
  isCurrent: boolean;
  onOpen: (threadId: string) => void;
  onRemove: () => void;
};

function Row({ thread, isCurrent, onOpen, onRemove }: RowProps) {
  return (
    <li className={clsx("group flex items-center rounded-md hover:bg-hover", isCurrent && "bg-pressed")}>
      <button
        type="button"
        dir="auto"
        aria-current={isCurrent || undefined}
        onClick={() => onOpen(thread.id)}
        className="h-8 min-w-0 flex-1 truncate px-2 text-start text-sm pointer-coarse:h-11"
      >
        {thread.name}
      </button>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t("More for {name}", { name: thread.name })}
            className="tap grid size-7 place-items-center rounded-md text-faint hover:text-ink pointer-coarse:size-11"
          >
            <EllipsisVertical size={14} />
          </button>
        }
      >
        <MenuItem
          icon={<FolderInput size={15} />}
          onSelect={() => openDialog({ kind: "chat-details", thread })}
        >
          {t("Rename or Move...")}
        </MenuItem>
        <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={onRemove}>
          {t("Move to Trash")}
        </MenuItem>
      </Menu>
    </li>
  );
}
