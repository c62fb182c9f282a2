import { ChevronLeft, ChevronRight, Copy, FilePlus2, Pencil, RotateCcw, ScrollText } from "lucide-react";
import { memo, useMemo, useState, type FormEvent } from "react";
import type { ChatMessage } from "#contract/chat.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import { rememberCopied } from "../../platform/device/remember-copied.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { dollars } from "../../lib/money.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { asMarkdown } from "./answer/as-markdown.ts";
import { ReadAloud } from "./question/speech-parts.ts";

/** What reads Markdown is half of the page's code: a question can be written before it has come. */
const loadAnswerText = async () => (await import("./answer/answer-text.tsx")).AnswerText;
void loadAnswerText().catch(() => {});
const AnswerText = deferred(loadAnswerText);
/** Of few answers. */
const ChangedSources = deferred(async () => (await import("./answer/changed-sources.tsx")).ChangedSources);
const AnswerAction = deferred(async () => (await import("./answer/answer-action.tsx")).AnswerAction);
const AnswerSteps = deferred(async () => (await import("./answer/answer-steps.tsx")).AnswerSteps);
const ProposedChanges = deferred(async () => (await import("./answer/proposed-changes.tsx")).ProposedChanges);
const AttachedFiles = deferred(async () => (await import("./question/attached-files.tsx")).AttachedFiles);

const save = async (question: string, answer: ChatMessage) =>
  (await import("./save-as-note.ts")).saveAsNote(question, answer);

type Common = {
  message: ChatMessage;
  siblings: readonly ChatMessage[];
  onBranch: (messageId: string) => void;
};

type QuestionProps = Common & { onEdit: ((text: string) => void) | null };

export const QuestionRow = memo(function QuestionRow({ message, siblings, onBranch, onEdit }: QuestionProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (draft?.trim()) onEdit?.(draft.trim());
    setDraft(null);
  };
  if (draft !== null)
    return (
      <form onSubmit={handleSubmit} className="flex flex-col gap-2 self-stretch">
        <textarea
          autoFocus
          dir="auto"
          aria-label={t("Edit the question")}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setDraft(null);
            if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing)
              handleSubmit(event);
          }}
          className="field-sizing-content w-full rounded-md border border-field-line bg-bg px-3 py-2 text-base"
        />
        <div className="flex justify-end gap-2">
          <Button onClick={() => setDraft(null)}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Ask")}
          </Button>
        </div>
      </form>
    );
  return (
    <div className="group/message flex max-w-[85%] flex-col items-end gap-1.5 self-end">
      {message.files.length > 0 && (
        <AttachedFiles label={t("Files of this question")} files={message.files} className="justify-end" />
      )}
      <p dir="auto" className="rounded-md bg-pressed px-3 py-2 wrap-anywhere whitespace-pre-wrap">
        {message.text}
      </p>
      <div className="message-tools flex items-center">
        <Branches message={message} siblings={siblings} onBranch={onBranch} />
        {onEdit && (
          <IconButton label={t("Edit question")} onClick={() => setDraft(message.text)}>
            <Pencil size={14} />
          </IconButton>
        )}
      </div>
    </div>
  );
});

type AnswerProps = Common & {
  question: string;
  /** Its question, or one before it, has some. */
  hasFiles: boolean;
  receipts: readonly { messageId: string; citation: number; now: string | null }[];
  /** It waits on this device for the server. */
  isWaiting: boolean;
  onAgain: () => void;
};

export const AnswerRow = memo(function AnswerRow(props: AnswerProps) {
  const { message, question, receipts, hasFiles, isWaiting, onAgain } = props;
  const { model } = message;
  const changed = useMemo(() => new Set(receipts.map(({ citation }) => citation)), [receipts]);
  const isRunning = message.state === "running";
  return (
    <article
      aria-label={t("Answer")}
      aria-busy={isRunning}
      onCopy={() => model && rememberCopied(String(getSelection()), model.name, question)}
      className="flex flex-col gap-2"
    >
      {message.reasoning && (
        <details className="text-sm text-muted">
          <summary className="cursor-default">{t("How the model thought")}</summary>
          <p dir="auto" className="mt-1 border-s-2 border-line ps-3 whitespace-pre-wrap">
            {message.reasoning}
          </p>
        </details>
      )}
      {message.steps.length > 0 && (
        <AnswerSteps messageId={message.id} steps={message.steps} isRunning={isRunning} />
      )}
      <AnswerText text={message.text} citations={message.citations} changed={changed} />
      {isRunning && (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          {isWaiting ? (
            t("Waits for the server. It is asked as soon as there is a connection.")
          ) : message.text || message.steps.length > 0 ? null : (
            <>
              <Spinner size={14} />{" "}
              {hasFiles ? t("Reading your files and notes...") : t("Looking through your notes...")}
            </>
          )}
        </p>
      )}
      {message.action && <AnswerAction action={message.action} />}
      {message.changesetId && <ProposedChanges changesetId={message.changesetId} />}
      <Ending message={message} onAgain={onAgain} />
      {receipts.length > 0 && <ChangedSources answer={message} receipts={receipts} onAskAgain={onAgain} />}
      {!isRunning && <AnswerFoot {...props} />}
    </article>
  );
});

/** What the server calls the place of a model in the browser. */
const DEVICE = "this device";

function Ending({
  message: { state, fault, model },
  onAgain,
}: {
  message: ChatMessage;
  onAgain: () => void;
}) {
  const words =
    state === "interrupted"
      ? model?.host === DEVICE
        ? t("The page that wrote this answer was closed before it was whole.")
        : t("The server stopped before this answer was whole.")
      : state === "stopped"
        ? t("Stopped.")
        : fault?.message;
  if (!words) return null;
  const isFailed = state === "failed" || state === "interrupted";
  return (
    <div role={isFailed ? "alert" : undefined} className="flex flex-wrap items-center gap-3 text-sm">
      <p className={isFailed ? "text-danger" : "text-muted"}>{words}</p>
      {isFailed && (
        <Button onClick={onAgain}>{state === "interrupted" ? t("Ask again") : t("Try again")}</Button>
      )}
    </div>
  );
}

function AnswerFoot({ message, siblings, question, onBranch, onAgain }: AnswerProps) {
  const { model, removed, sent, tokensIn, tokensOut, cost } = message;
  const load = async () => (await rpc.chat.sent({ messageId: message.id })).passages;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
      <div className="-ms-2 flex items-center">
        <Branches message={message} siblings={siblings} onBranch={onBranch} />
        <IconButton
          label={t("Copy as Markdown")}
          onClick={() => {
            const words = asMarkdown(message, `${location.origin}/app/editor/`);
            if (model) rememberCopied(words, model.name, question);
            void copyText(words, t("Answer copied"));
          }}
        >
          <Copy size={15} />
        </IconButton>
        <IconButton label={t("Save as a note")} onClick={() => void save(question, message)}>
          <FilePlus2 size={15} />
        </IconButton>
        <IconButton label={t("Answer again")} onClick={onAgain}>
          <RotateCcw size={15} />
        </IconButton>
        {message.text && (
          <ReadAloud id={message.id} markdown={message.text} source={{ messageId: message.id }} />
        )}
        {model && (
          <IconButton
            label={t("What was sent")}
            onClick={() => openDialog({ kind: "chat-sent", where: model.host, load })}
          >
            <ScrollText size={15} />
          </IconButton>
        )}
      </div>
      <span>{model ? model.name : t("Without a model")}</span>
      {sent > 0 && (
        <span>{plural(sent, { one: "{count} passage sent", other: "{count} passages sent" })}</span>
      )}
      {tokensIn !== null && tokensOut !== null && (
        <span>
          {t("{input} tokens in, {output} out", {
            input: tokensIn.toLocaleString(),
            output: tokensOut.toLocaleString(),
          })}
        </span>
      )}
      {cost !== null && <span>{dollars(cost)}</span>}
      {removed > 0 && (
        <span>
          {plural(removed, {
            one: "{count} citation didn't hold and was removed",
            other: "{count} citations didn't hold and were removed",
          })}
        </span>
      )}
    </div>
  );
}

function Branches({ message, siblings, onBranch }: Common) {
  if (siblings.length < 2) return null;
  const at = siblings.findIndex(({ id }) => id === message.id);
  const step = (to: number) => onBranch(siblings[(to + siblings.length) % siblings.length]!.id);
  return (
    <span className="inline-flex items-center text-xs text-muted">
      <IconButton label={t("Earlier version")} onClick={() => step(at - 1)}>
        <ChevronLeft size={14} className="rtl:rotate-180" />
      </IconButton>
      <span>{t("{number} of {count}", { number: at + 1, count: siblings.length })}</span>
      <IconButton label={t("Later version")} onClick={() => step(at + 1)}>
        <ChevronRight size={14} className="rtl:rotate-180" />
      </IconButton>
    </span>
  );
}
