import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ChatScope, WholeThread } from "#contract/chat.ts";
import { BROWSER } from "#contract/wire/page-model.ts";
import { mayBeInUse, useBrowserModel } from "../../kernel/browser-model/browser-model.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { deferred } from "../../ui/deferred.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { t } from "../../lib/messages/t.ts";
import { ask, answerAnew, stopAnswer } from "./ask-thread.ts";
import { branchOf, leafUnder } from "./branches.ts";
import { Composer } from "./question/composer.tsx";
import { keepDraft, keepFiles, keepNext, type NextQuestion, useDrafts } from "./question/drafts.ts";
import { AnswerRow, QuestionRow } from "./message-row.tsx";
import { useReceipts } from "./receipts.ts";
import { isRunning } from "./follow-answer.ts";
import { useThread } from "./thread-cache.ts";
import { changeThread } from "./threads.ts";
import "./chat.css";

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
  /** Where what it keeps to is not seen anyway. */
  showsScope?: boolean;
};

/** Comes after the first paint: menus are heavy. */
const ModelLine = deferred(async () => (await import("./model-line.tsx")).ModelLine);
const ScopeLine = deferred(async () => (await import("./scope-line.tsx")).ScopeLine);
const NO_RECEIPTS: never[] = [];
const NO_FILES: never[] = [];
/** With all that sends files, which most questions have none of. */
const attaching = () => import("./question/attach-files.ts");
const NextQuestionRow = deferred(async () => (await import("./question/next-question.tsx")).NextQuestionRow);

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
          onEdit={(text) => void ask({ threadId, parentId: message.parentId, text }, message.files)}
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
        hasFiles={shown.some((one) => one.message.files.length > 0)}
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
  showsScope = false,
}: AskProps) {
  const text = useDrafts(({ texts }) => texts[threadId]) ?? "";
  const files = useDrafts((drafts) => drafts.files[threadId]) ?? NO_FILES;
  const next = useDrafts((drafts) => drafts.next[threadId]);
  // Whoever asks before the browser has said so has chosen it all the same: the question goes nowhere else.
  const isOnDevice = useBrowserModel(mayBeInUse);
  const chosen = whole ? whole.thread.providerId : (providerId ?? (isOnDevice ? BROWSER : null));
  const [isHandy, setIsHandy] = useState(true);
  const usesTools = whole ? whole.thread.usesTools : isHandy;
  const running = last && isRunning(last) ? last : null;
  // Of one that is not loaded yet nobody knows what a question would follow.
  const isAnswering = running !== null || (!isNew && !whole);
  const sendNow = ({ text: words, isPlain, files: attached }: NextQuestion) => {
    onAsked();
    const first = whole ? {} : { scope, providerId: chosen, usesTools };
    const question = { threadId, parentId: last?.id ?? null, text: words, isPlain, ...first };
    void ask(question, attached).then((isSent) => {
      if (isSent) return;
      keepDraft(threadId, words);
      keepFiles(threadId, () => attached);
    });
  };
  const handleSend = (words: string, isPlain: boolean) => {
    keepDraft(threadId, "");
    keepFiles(threadId, () => []);
    const before = useDrafts.getState().next[threadId];
    if (!before && !isAnswering && files.length === 0) return sendNow({ text: words, isPlain, files });
    // One waits at most; what comes meanwhile belongs to it.
    const joined = before ? `${before.text}\n\n${words}` : words;
    keepNext(threadId, { text: joined, isPlain, files: [...(before?.files ?? []), ...files] });
  };
  const shownScope = whole ? whole.thread.scope : null;
  return (
    <div className="ask mx-auto flex w-full max-w-3xl shrink-0 flex-col gap-1.5 px-4 pt-1 pb-3">
      {next && <NextQuestionRow threadId={threadId} isAnswering={isAnswering} onSend={sendNow} />}
      {showsScope && shownScope && (
        <div className="flex empty:hidden">
          <ScopeLine scope={shownScope} onClear={() => void changeThread(threadId, { scope: {} })} />
        </div>
      )}
      <Composer
        text={text}
        onText={(next) => keepDraft(threadId, next)}
        onSend={handleSend}
        files={files}
        onFiles={(chosen) => void attaching().then(({ attachFiles }) => attachFiles(threadId, chosen))}
        onLeaveOut={(fileId) => void attaching().then(({ leaveOut }) => leaveOut(threadId, fileId))}
        onStop={running ? () => void stopAnswer(threadId, running.id) : null}
        placeholder={placeholder}
        autoFocus={isNew}
      />
      <div className="min-h-4">
        <ModelLine
          providerId={chosen}
          onChoose={(next) => (whole ? void changeThread(threadId, { providerId: next }) : onProvider(next))}
          usesTools={usesTools}
          onTools={(next) => (whole ? void changeThread(threadId, { usesTools: next }) : setIsHandy(next))}
          text={text}
          fileIds={files.map(({ id }) => id)}
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
