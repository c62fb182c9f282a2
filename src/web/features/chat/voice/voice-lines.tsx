import { memo } from "react";
import type { WholeThread } from "#contract/chat.ts";
import { t } from "../../../lib/messages/t.ts";
import { answerAnew } from "../ask-thread.ts";
import { AnswerRow } from "../message-row.tsx";
import type { Line } from "./voice-view.ts";

const NONE: never[] = [];

type VoiceLinesProps = { lines: readonly Line[]; whole: WholeThread | undefined };

/** What was said, by both; answers as in Chat, with what they cite and propose. */
export const VoiceLines = memo(function VoiceLines({ lines, whole }: VoiceLinesProps) {
  const messages = new Map(whole?.messages.map((message) => [message.id, message]));
  return lines.map(({ who, text, answerId, isCut }, index) => {
    const answer = answerId ? messages.get(answerId) : undefined;
    const question = answer?.parentId ? messages.get(answer.parentId) : undefined;
    if (who === "you")
      return (
        <p
          key={index}
          dir="auto"
          className="max-w-[85%] self-end rounded-md bg-pressed px-3 py-2 wrap-anywhere whitespace-pre-wrap"
        >
          {text}
        </p>
      );
    return (
      <div key={index} className="flex flex-col gap-1">
        {answer ? (
          <AnswerRow
            message={answer}
            siblings={NONE}
            receipts={NONE}
            hasFiles={false}
            question={question?.text ?? ""}
            isWaiting={false}
            onBranch={() => {}}
            onAgain={() => question && void answerAnew(whole!.thread.id, question.id)}
          />
        ) : (
          <p dir="auto" className="text-muted">
            {text}
          </p>
        )}
        {isCut && <p className="text-xs text-muted">{t("You interrupted this.")}</p>}
      </div>
    );
  });
});
