import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { browserTimeZone } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { newId } from "../../../platform/ids.ts";
import { rpc } from "../../../platform/rpc.ts";
import { errorMessage, isUnreachable } from "../../../platform/rpc-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { inputClass } from "../../../ui/field.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";

/** Begins a chat whose changes go into this rehearsal. */
export function AskAssistant({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const [wish, setWish] = useState(() =>
    t("Reorganize my notes: sort them into folders and tidy up their tags."),
  );
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const fieldId = useId();
  const navigate = useNavigate();
  const ask = async () => {
    setIsBusy(true);
    const threadId = newId();
    try {
      await rpc.chat.ask({
        ...{ threadId, id: newId(), answerId: newId(), parentId: null, text: wish.trim() },
        ...{ scope: { rehearsalId: id }, usesTools: true, timeZone: browserTimeZone() },
      });
      await navigate({ to: "/app/chat", search: { thread: threadId } as never });
    } catch (error) {
      setFault(
        isUnreachable(error)
          ? t("You're offline. Try again when you're back.")
          : errorMessage(error, t("Couldn't send the question.")),
      );
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      title={t("Ask the assistant")}
      description={t(
        "A chat opens. The AI model you chose for Chat sees your notes as they are in this rehearsal, as far as your AI settings allow, and its changes are added here.",
      )}
      isOpen={isOpen}
      onClose={onClose}
      size="narrow"
    >
      <label htmlFor={fieldId} className="text-sm font-medium">
        {t("What should it do?")}
      </label>
      <textarea
        id={fieldId}
        dir="auto"
        value={wish}
        maxLength={4_000}
        onChange={(event) => setWish(event.target.value)}
        className={`${inputClass} mt-1.5 min-h-28 py-2`}
      />
      {fault && (
        <p role="alert" className="pt-2 text-sm text-warn">
          {fault}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="primary" isBusy={isBusy} disabled={wish.trim() === ""} onClick={() => void ask()}>
          {t("Ask")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
