import { Check, CircleHelp, TriangleAlert } from "lucide-react";
import type { ChatStep } from "#contract/chat.ts";
import { deferred } from "../../../ui/deferred.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { plural } from "../../../lib/messages/plural.ts";

const ToolQuestion = deferred(async () => (await import("./tool-question.tsx")).ToolQuestion);

type AnswerStepsProps = { messageId: string; steps: readonly ChatStep[]; isRunning: boolean };

/** What a model did by its tools: each as it is done, folded once the answer is whole. */
export function AnswerSteps({ messageId, steps, isRunning }: AnswerStepsProps) {
  const asks = isRunning ? steps.at(-1)?.asks : undefined;
  const list = (
    <ol className="flex flex-col gap-1">
      {steps.map(({ words, isFault, asks: wasAsked }, index) => (
        <li key={index} className="flex items-baseline gap-2">
          {isFault ? (
            <TriangleAlert size={13} aria-hidden="true" className="shrink-0 self-center text-warn" />
          ) : wasAsked ? (
            <CircleHelp size={13} aria-hidden="true" className="shrink-0 self-center" />
          ) : (
            <Check size={13} aria-hidden="true" className="shrink-0 self-center" />
          )}
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {words}
          </span>
        </li>
      ))}
    </ol>
  );
  if (isRunning)
    return (
      <>
        <div role="status" className="flex flex-col gap-1 text-sm text-muted">
          {list}
          {!asks && <Spinner size={14} />}
        </div>
        {asks && <ToolQuestion key={asks.id} messageId={messageId} words={steps.at(-1)!.words} asks={asks} />}
      </>
    );
  return (
    <details className="text-sm text-muted">
      <summary className="cursor-default">
        {plural(steps.length, { one: "{count} step", other: "{count} steps" })}
      </summary>
      <div className="mt-1 border-s-2 border-line ps-3">{list}</div>
    </details>
  );
}
