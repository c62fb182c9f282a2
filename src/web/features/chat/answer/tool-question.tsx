import { useId, useState } from "react";
import type { ChatStep } from "#contract/chat.ts";
import { t } from "../../../lib/messages/t.ts";
import { rpc } from "../../../platform/rpc.ts";
import { failureWords } from "../../../platform/rpc-errors.ts";
import { Button } from "../../../ui/button.tsx";

type ToolQuestionProps = { messageId: string; words: string; asks: NonNullable<ChatStep["asks"]> };

/** A model wants to use a tool that may change something elsewhere: all that would go out, and a yes or no. */
export function ToolQuestion({ messageId, words, asks }: ToolQuestionProps) {
  const title = useId();
  const [busy, setBusy] = useState<"allow" | "refuse" | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const decide = async (isAllowed: boolean) => {
    setBusy(isAllowed ? "allow" : "refuse");
    setFault(null);
    try {
      await rpc.chat.decide({ messageId, askId: asks.id, isAllowed });
    } catch (error) {
      setFault(failureWords(error, t("Your answer didn't reach the server. Try again.")));
      setBusy(null);
    }
  };
  return (
    <div
      role="group"
      aria-labelledby={title}
      className="rounded-md border border-line-strong p-3 text-sm text-ink"
    >
      <p id={title} role="alert" className="font-medium">
        {t("Allow “{tool}”?", { tool: words })}
      </p>
      <p className="text-muted">
        {t("It may change something outside of Cairn. This is all that is sent to it:")}
      </p>
      <textarea
        readOnly
        dir="auto"
        aria-label={t("What is sent")}
        rows={Math.min(10, asks.input.split("\n").length + 1)}
        value={asks.input}
        className="my-2 block w-full resize-y rounded-sm border border-line bg-hover p-2 font-mono text-xs"
      />
      {fault && (
        <p role="alert" className="mb-2 text-danger">
          {fault}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          look="primary"
          isBusy={busy === "allow"}
          disabled={busy !== null}
          onClick={() => void decide(true)}
        >
          {t("Allow")}
        </Button>
        <Button isBusy={busy === "refuse"} disabled={busy !== null} onClick={() => void decide(false)}>
          {t("Refuse")}
        </Button>
      </div>
    </div>
  );
}
