import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Ban, Check, CircleAlert, Clock, LoaderCircle, Square, Undo2 } from "lucide-react";
import { useState } from "react";
import type { AgentRun } from "#contract/agents.ts";
import { clockTime } from "../../lib/dates.ts";
import { plural } from "../../lib/messages/plural.ts";
import { dollars } from "../../lib/money.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { CAUSE_WORDS, STATE_WORDS } from "./agent-words.ts";
import { stopRun, undoRun } from "./agent-mutations.ts";

const FACES = {
  waiting: [Clock, "text-faint"],
  running: [LoaderCircle, "text-accent motion-safe:animate-spin"],
  done: [Check, "text-good"],
  failed: [CircleAlert, "text-danger"],
  stopped: [Ban, "text-muted"],
} as const;

/** What one run did, what it proposes, and its steps on demand. */
export function RunRow({ run, hasName = false }: { run: AgentRun; hasName?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const { state, agentName, cause, isDry, createdAt, summary, fault, proposed } = run;
  const [Icon, color] = FACES[state];
  return (
    <li className="flex gap-3 py-3">
      <Icon size={16} className={`mt-0.5 shrink-0 ${color}`} aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          {hasName && (
            <bdi className="max-w-full truncate font-medium" dir="auto">
              {agentName}
            </bdi>
          )}
          <span role="status">{STATE_WORDS[state]}</span>
          {isDry && <span className="text-muted">{t("dry run")}</span>}
          <span className="text-xs text-faint">
            {CAUSE_WORDS[cause]} · <Time at={createdAt} />
          </span>
        </p>
        {fault && <p className="text-sm wrap-anywhere text-danger">{fault}</p>}
        {summary && (
          <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line text-muted">
            {summary}
          </p>
        )}
        {proposed > 0 && !isDry && <p className="text-sm">{proposedWords(run)}</p>}
        <RunButtons run={run} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
        {isOpen && <RunSteps runId={run.id} />}
      </div>
    </li>
  );
}

function proposedWords({ proposed, applied, changesetId, states }: AgentRun): string {
  const all = plural(proposed, { one: "{count} change", other: "{count} changes" });
  if (changesetId === null)
    return t("Proposed {all}. They were deleted, or proposed again by a later run.", { all });
  const isOpen = Boolean(states.proposed ?? states.changed);
  if (!isOpen && !states.applied) return t("Proposed {all}. None of them stands.", { all });
  if (isOpen && applied === 0) return t("Proposes {all}.", { all });
  if (applied === 0) return t("Proposed {all}. You have decided.", { all });
  if (applied === proposed) return t("Made {all}, as you allowed.", { all });
  return t("Proposed {all} and made {applied} of them, as you allowed.", { all, applied });
}

type RunButtonsProps = { run: AgentRun; isOpen: boolean; onToggle: () => void };

function RunButtons({ run, isOpen, onToggle }: RunButtonsProps) {
  const isOffline = useIsOffline();
  const { id, state, changesetId, states } = run;
  const isGoing = state === "waiting" || state === "running";
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      {changesetId && (
        <Link
          to="/app/changes/$changesetId"
          params={{ changesetId }}
          className={buttonClass("plain", "pointer-coarse:h-11")}
        >
          {t("Review")}
        </Link>
      )}
      {changesetId && Boolean(states.applied) && (
        <Button
          disabled={isOffline}
          className="pointer-coarse:h-11"
          onClick={() => void undoRun(changesetId)}
        >
          <Undo2 size={14} aria-hidden="true" /> {t("Undo")}
        </Button>
      )}
      {isGoing && (
        <Button disabled={isOffline} className="pointer-coarse:h-11" onClick={() => void stopRun(id)}>
          <Square size={12} aria-hidden="true" /> {t("Stop")}
        </Button>
      )}
      <Button look="quiet" aria-expanded={isOpen} className="pointer-coarse:h-11" onClick={onToggle}>
        {t("Steps")}
      </Button>
    </div>
  );
}

function RunSteps({ runId }: { runId: string }) {
  const { data, isError } = useQuery(api.agents.getRun.queryOptions({ input: { runId }, staleTime: 0 }));
  if (!data) return isError ? <p className="text-sm text-muted">{t("Couldn't load the steps.")}</p> : null;
  const { steps, model, tokensIn, tokensOut, cost } = data;
  const tokens = (tokensIn ?? 0) + (tokensOut ?? 0);
  return (
    <>
      <ol className="flex flex-col gap-1 border-s-2 border-line ps-3 text-sm">
        {steps.length === 0 && <li className="text-muted">{t("No step was taken.")}</li>}
        {steps.map(({ at, words, isFault }, index) => (
          <li key={index} className={isFault ? "wrap-anywhere text-danger" : "wrap-anywhere"}>
            {words} <span className="text-xs text-faint">{clockTime(new Date(at))}</span>
          </li>
        ))}
      </ol>
      {model && (
        <p className="text-xs text-faint">
          <bdi dir="ltr">{model}</bdi>
          {tokens > 0 && ` · ${plural(tokens, { one: "{count} token", other: "{count} tokens" })}`}
          {cost !== null && ` · ${dollars(cost)}`}
        </p>
      )}
    </>
  );
}
