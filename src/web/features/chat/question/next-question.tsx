import { Clock } from "lucide-react";
import { useEffect } from "react";
import { useUploads } from "../../../platform/uploads/uploads.ts";
import { Button } from "../../../ui/button.tsx";
import { t } from "../../../lib/messages/t.ts";
import { AttachedFiles } from "./attached-files.tsx";
import { keepDraft, keepFiles, keepNext, type NextQuestion, useDrafts } from "./drafts.ts";

type NextProps = { threadId: string; isAnswering: boolean; onSend: (question: NextQuestion) => void };

/** A question that was sent too early: it stands above the composer until it can be asked, and can be taken back. */
export function NextQuestionRow({ threadId, isAnswering, onSend }: NextProps) {
  const next = useDrafts((drafts) => drafts.next[threadId]);
  const isUploading = useUploads(
    ({ uploads }) => next?.files.some(({ id }) => (uploads.get(id)?.state ?? "done") !== "done") ?? false,
  );
  const isDue = next !== undefined && !isAnswering && !isUploading;
  useEffect(() => {
    // React runs effects twice while it is developed.
    if (!isDue || useDrafts.getState().next[threadId] !== next) return;
    keepNext(threadId, undefined);
    onSend(next);
  }, [isDue, next, onSend, threadId]);
  if (!next || isDue) return null;
  const handleBack = () => {
    keepNext(threadId, undefined);
    keepDraft(threadId, next.text);
    keepFiles(threadId, () => next.files);
  };
  return (
    <section
      aria-label={t("Next question")}
      className="flex flex-col gap-2 rounded-md border border-dashed border-line px-3 py-2 text-sm"
    >
      <p dir="auto" className="line-clamp-3 wrap-anywhere whitespace-pre-wrap">
        {next.text}
      </p>
      <AttachedFiles label={t("Files of this question")} files={next.files} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="flex items-center gap-1.5 text-muted">
          <Clock size={13} aria-hidden="true" />
          {isUploading ? t("Waits for its files.") : t("Asked once this answer is there.")}
        </p>
        <Button look="quiet" onClick={handleBack}>
          {t("Take back")}
        </Button>
      </div>
    </section>
  );
}
