import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ChatScope, WholeThread } from "#contract/chat.ts";
import { BROWSER } from "#contract/wire/page-model.ts";
import { isInUse, useBrowserModel } from "../../kernel/browser-model/browser-model.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { deferred } from "../../ui/deferred.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { t } from "../../lib/messages/t.ts";
import { ask, answerAnew, stopAnswer } from "./ask-thread.ts";
import { branchOf, leafUnder } from "./branches.ts";
import { Composer } from "./composer.tsx";
import { keepDraft, useDrafts } from "./drafts.ts";
import { AnswerRow, QuestionRow } from "./message-row.tsx";
import { useReceipts } from "./answer/use-receipts.ts";
import { isRunning, useThread } from "./thread-cache.ts";
import { changeThread } from "./threads.ts";
import "./chat.css";

/** Comes after the first paint: menus are heavy. */
const ModelLine = deferred(async () => (await import("./model-line.tsx")).ModelLine);

type ConversationProps = {
  threadId: string;
  /** It has not been asked anything yet. */
  isNew: boolean;
  /** Of a new one: where answers are looked for, and which model gives them. */
  scope: ChatScope;
  providerId: string | null;
  onProvider: (providerId: string | null) => void;
  onAsked: () => void;
  /** Before anything was asked. */
  beginning: React.ReactNode;
  placeholder: string;
};

const NO_RECEIPTS: never[] = [];

/** Questions and answers, and where the next one is written. */
export function Conversation(props: ConversationProps) {
  const { threadId, isNew, beginning } = props;
  const { whole, error, isPending, waits } = useThread(threadId, !isNew);
  const shown = useMemo(() => (whole ? branchOf(whole) : []), [whole]);
  const last = shown.at(-1)?.message;
  const end = useFollowedEnd(last?.text.length ?? 0, shown.length);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        ref={end}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
        tabIndex={0}
        role="log"
        aria-label={t("Conversation")}
        className="min-h-0 flex-1 overflow-y-auto"
      >
        <div className="mx-auto flex min-h-full max-w-3xl flex-col gap-6 px-4 py-4">
          {whole ? (
            <Messages whole={whole} shown={shown} waits={waits} />
          ) : isNew || !isPending ? (
            <>{error && !isNew ? <Missing error={error} /> : beginning}</>
          ) : (
            <SkeletonRows count={3} />
          )}
        </div>
      </div>
      <Ask {...props} whole={whole} last={last} />
    </div>
  );
}

function Missing({ error }: { error: Error }) {
  return (
    <p role="alert" className="m-auto text-sm text-muted">
      {isUnreachable(error)
        ? t("This chat isn't on this device, and there is no connection.")
        : t("This chat no longer exists.")}
    </p>
  );
}

type MessagesProps = { whole: WholeThread; shown: ReturnType<typeof branchOf>; waits: ReadonlySet<string> };

function Messages({ whole, shown, waits }: MessagesProps) {
  const { thread, messages } = whole;
  const threadId = thread.id;
  const receipts = useReceipts(
    threadId,
    messages.some(({ citations }) => citations.length > 0),
  );
  const latest = useRef(messages);
  useEffect(() => void (latest.current = messages));
  const handleBranch = useCallback(
    (messageId: string) => void changeThread(threadId, { leafId: leafUnder(latest.current, messageId) }),
    [threadId],
  );
  return shown.map(({ message, siblings }, index) => {
    const common = { key: message.id, message, siblings, onBranch: handleBranch };
    if (message.role === "user") {
      const { key, ...rest } = common;
      return (
        <QuestionRow
          key={key}
          {...rest}
          onEdit={(text) => void ask({ threadId, parentId: message.parentId, text })}
        />
      );
    }
    const question = shown[index - 1]?.message;
    const { key, ...rest } = common;
    return (
      <AnswerRow
        key={key}
        {...rest}
        question={question?.text ?? thread.name}
        receipts={receipts.get(message.id) ?? NO_RECEIPTS}
        isWaiting={waits.has(message.id)}
        onAgain={() => question && void answerAnew(threadId, question.id)}
      />
    );
  });
}

type AskProps = ConversationProps & {
  whole: WholeThread | undefined;
  last: ReturnType<typeof branchOf>[number]["message"] | undefined;
};

function Ask({
  threadId,
  whole,
  last,
  scope,
  providerId,
  onProvider,
  onAsked,
  placeholder,
  isNew,
}: AskProps) {
  const text = useDrafts(({ texts }) => texts[threadId]) ?? "";
  const isOnDevice = useBrowserModel(isInUse);
  const chosen = whole ? whole.thread.providerId : (providerId ?? (isOnDevice ? BROWSER : null));
  const running = last && isRunning(last) ? last : null;
  const handleSend = (words: string, isPlain: boolean) => {
    keepDraft(threadId, "");
    onAsked();
    const first = whole ? {} : { scope, providerId: chosen };
    void ask({ threadId, parentId: last?.id ?? null, text: words, isPlain, ...first }).then((isSent) => {
      if (!isSent) keepDraft(threadId, words);
    });
  };
  return (
    <div className="mx-auto flex w-full max-w-3xl shrink-0 flex-col gap-1.5 px-4 pt-1 pb-3">
      <Composer
        text={text}
        onText={(next) => keepDraft(threadId, next)}
        onSend={handleSend}
        onStop={running ? () => void stopAnswer(threadId, running.id) : null}
        placeholder={placeholder}
        autoFocus={isNew}
      />
      <div className="min-h-4">
        <ModelLine
          providerId={chosen}
          onChoose={(next) => (whole ? void changeThread(threadId, { providerId: next }) : onProvider(next))}
          text={text}
          scope={whole?.thread.scope ?? scope}
        />
      </div>
    </div>
  );
}

/** Stays at the end while an answer grows, unless its reader has gone up. */
function useFollowedEnd(length: number, count: number) {
  const place = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const box = place.current!;
    const handleScroll = () => {
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
    };
    box.addEventListener("scroll", handleScroll, { passive: true });
    return () => box.removeEventListener("scroll", handleScroll);
  }, []);
  useEffect(() => {
    isAtEnd.current = true;
  }, [count]);
  useEffect(() => {
    const box = place.current!;
    if (isAtEnd.current) box.scrollTop = box.scrollHeight;
  }, [length, count]);
  return place;
}
