import { clsx } from "clsx";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, AudioLines, MessageSquare, MessageSquarePlus } from "lucide-react";
import { useState, type Ref } from "react";
import type { ChatScope } from "#contract/chat.ts";
import { newId } from "../../platform/ids.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { Screen } from "../../ui/screen.tsx";
import { t } from "../../lib/messages/t.ts";
import { Conversation } from "./conversation.tsx";
import { keepDraft } from "./question/drafts.ts";
import { ThreadList } from "./thread-list.tsx";

const ScopeLine = deferred(async () => (await import("./scope-line.tsx")).ScopeLine);
export type ChatSearch = { thread?: string; folder?: string; note?: string; file?: string; list?: string };

type ChatScreenProps = {
  search: ChatSearch;
  onSearch: (next: ChatSearch) => void;
  heading: Ref<HTMLHeadingElement>;
};

/** The same conversation, or the same place to ask about. */
const voiceOf = ({ thread, note, folder }: ChatSearch) =>
  thread ? { thread } : { ...(note && { note }), ...(folder && { folder }) };

const EXAMPLES = [
  t("What is due this week?"),
  t("What did I decide about the budget?"),
  t("What did I write yesterday?"),
];

/** Conversations over one's own notes; on small screens list and conversation one at a time. */
export function ChatScreen({ search, onSearch, heading }: ChatScreenProps) {
  const [draftId, setDraftId] = useState(newId);
  const [providerId, setProviderId] = useState<string | null>(null);
  const threadId = search.thread ?? draftId;
  const isListed = search.list === "yes";
  const begin = () => {
    setDraftId(newId());
    onSearch({});
  };
  const scope: ChatScope = {
    ...(search.note && { noteIds: [search.note] }),
    ...(search.folder && { folderIds: [search.folder] }),
    ...(search.file && { fileIds: [search.file] }),
  };
  return (
    <Screen
      frame="filled"
      title={t("Chat")}
      heading={heading}
      actions={
        <div className="flex items-center gap-1.5">
          <Button
            look="quiet"
            className="lg:hidden"
            onClick={() => onSearch({ ...search, list: isListed ? "" : "yes" })}
          >
            {isListed ? <ArrowLeft size={16} aria-hidden="true" /> : null}{" "}
            {isListed ? t("Back") : t("All chats")}
          </Button>
          <Link
            to={"/app/voice-chat" as never}
            search={voiceOf(search) as never}
            aria-label={t("Talk Instead")}
            title={t("Talk Instead")}
            className="tap inline-grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <AudioLines size={17} aria-hidden="true" />
          </Link>
          <IconButton label={t("New Chat")} onClick={begin}>
            <MessageSquarePlus size={17} />
          </IconButton>
        </div>
      }
    >
      <div className="flex h-full min-h-0">
        <section
          aria-label={t("Chats")}
          className={clsx(
            "w-full shrink-0 overflow-y-auto border-line lg:w-64 lg:border-e",
            !isListed && "max-lg:hidden",
          )}
        >
          <ThreadList currentId={search.thread} onOpen={(thread) => onSearch({ thread })} onGone={begin} />
        </section>
        <section className={clsx("min-w-0 flex-1", isListed && "max-lg:hidden")}>
          <Conversation
            key={threadId}
            threadId={threadId}
            isNew={!search.thread}
            showsScope
            scope={scope}
            providerId={providerId}
            onProvider={setProviderId}
            onAsked={() => search.thread || onSearch({ thread: threadId })}
            placeholder={t("Ask your notes, or type / for commands")}
            beginning={
              <Beginning scope={scope} onScope={onSearch} onExample={(text) => keepDraft(threadId, text)} />
            }
          />
        </section>
      </div>
    </Screen>
  );
}

type BeginningProps = {
  scope: ChatScope;
  onScope: (search: ChatSearch) => void;
  onExample: (text: string) => void;
};

function Beginning({ scope, onScope, onExample }: BeginningProps) {
  return (
    <div className="m-auto flex max-w-md flex-col items-center gap-4 text-center">
      <span
        className="grid size-11 place-items-center rounded-md bg-accent-soft text-accent"
        aria-hidden="true"
      >
        <MessageSquare size={20} />
      </span>
      <h2 className="text-lg font-semibold">{t("Ask your notes")}</h2>
      <p className="text-sm text-balance text-muted">
        {t("Answers come from your own notes, files, tasks and events, and name the passages they rest on.")}
      </p>
      <ScopeLine scope={scope} onClear={() => onScope({})} />
      <ul className={clsx("flex flex-wrap justify-center gap-2", scope.fileIds && "hidden")}>
        {EXAMPLES.map((text) => (
          <li key={text}>
            <Button onClick={() => onExample(text)}>{text}</Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
