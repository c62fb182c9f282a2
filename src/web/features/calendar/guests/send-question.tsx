import { useState } from "react";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";

type Question = { title: string; words: string; answer: (isSent: boolean) => void };

/** Asks whether guests are told by mail. Whoever closes it without an answer sends nothing. */
export function useSendQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = (title: string, words: string) =>
    new Promise<boolean>((resolve) => {
      setQuestion({
        title,
        words,
        answer: (isSent) => {
          setQuestion(null);
          resolve(isSent);
        },
      });
    });
  return { ask, dialog: question && <SendDialog question={question} /> };
}

export function SendDialog({ question: { title, words, answer } }: { question: Question }) {
  return (
    <Dialog title={title} isOpen onClose={() => answer(false)} size="small">
      <p className="text-sm text-muted">{words}</p>
      <DialogActions>
        <Button onClick={() => answer(false)}>{t("Don't Send")}</Button>
        <Button look="primary" autoFocus onClick={() => answer(true)}>
          {t("Send")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
