import { Link } from "@tanstack/react-router";
import { Bot } from "lucide-react";
import type { Agent } from "#contract/agents.ts";
import { AGENT_RECIPES, type AgentRecipe } from "#contract/shared/assistant-choices.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { clockTime, shortDay } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { createAgent } from "./agent-mutations.ts";
import { newAgent, RECIPES, triggerWords } from "./agent-words.ts";

/** Adds an agent that looks at what `scope` says, and opens it. */
export function useAddAgent(
  known: { tools: { name: string; isWriting: boolean }[] } | undefined,
  scope: Agent["scope"],
  onOpen: (agentId: string) => void,
) {
  return async (recipe: AgentRecipe) => {
    const reading = known?.tools.flatMap(({ name, isWriting }) => (isWriting ? [] : [name])) ?? [];
    const chosen = newAgent(recipe, recipe === "model" ? reading : []);
    const made = await createAgent({ id: uuidV7(), ...chosen, scope });
    if (made) onOpen(made.id);
  };
}

export function AgentsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 py-16 text-sm text-muted">
      <p>{isUnreachable(error) ? t("Can't load agents while offline.") : t("Couldn't load your agents.")}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}

export function AgentList({ agents, title }: { agents: Agent[]; title: string }) {
  if (agents.length === 0) return null;
  return (
    <section aria-label={title} className="pt-5">
      <h2 className="text-sm font-semibold text-muted">{title}</h2>
      <ul className="mt-1 sm:-mx-3">
        {agents.map((agent) => (
          <li key={agent.id}>
            <AgentRow agent={agent} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AgentRow({ agent }: { agent: Agent }) {
  const { id, name, trigger, isOn, isPaused, nextRunAt } = agent;
  return (
    <article className="relative rounded-md px-3 py-2.5 hover:bg-hover max-sm:px-0">
      <h3 className="min-w-0">
        <Link
          to="/app/agents/$agentId"
          params={{ agentId: id }}
          className="block truncate rounded-md font-medium after:absolute after:inset-0"
        >
          <bdi>{name}</bdi>
        </Link>
      </h3>
      <p className="flex flex-wrap gap-x-2 text-sm text-muted">
        <span>{isOn ? triggerWords(trigger) : t("Off: runs by hand alone")}</span>
        {nextRunAt && <span>{t("next: {time}", { time: momentWords(new Date(nextRunAt)) })}</span>}
        {isPaused && <span className="text-warn">{t("Paused: save it to allow it again")}</span>}
      </p>
    </article>
  );
}

const momentWords = (date: Date): string => `${shortDay(date)}, ${clockTime(date)}`;

type ReadyMadeProps = { agents: Agent[]; isOff: boolean; onAdd: (recipe: AgentRecipe) => void };

/** Those that need no model and aren't among `agents` yet. */
export function ReadyMade({ agents, isOff, onAdd }: ReadyMadeProps) {
  const used = new Set(agents.map(({ recipe }) => recipe));
  const left = AGENT_RECIPES.filter((recipe) => recipe !== "model" && !used.has(recipe));
  if (left.length === 0) return null;
  return (
    <section aria-label={t("Ready-made")} className="pt-6">
      <h2 className="text-sm font-semibold text-muted">{t("Ready-made, without any AI model")}</h2>
      <ul className="mt-2 grid gap-3 sm:grid-cols-2">
        {left.map((recipe) => (
          <li key={recipe} className="flex flex-col gap-2 rounded-md border border-line p-4">
            <h3 className="flex items-center gap-2 font-medium">
              <Bot size={16} className="text-faint" aria-hidden="true" /> {RECIPES[recipe].name}
            </h3>
            <p className="flex-1 text-sm text-muted">{RECIPES[recipe].about}</p>
            <div className="flex items-center justify-between gap-2">
              <span className="text-xs text-faint">{triggerWords(RECIPES[recipe].trigger)}</span>
              <Button
                disabled={isOff}
                aria-label={t("Add {name}", { name: RECIPES[recipe].name })}
                className="pointer-coarse:h-11"
                onClick={() => onAdd(recipe)}
              >
                {t("Add")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
