import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, Plus } from "lucide-react";
import type { Ref } from "react";
import type { Agent, AgentRun } from "#contract/agents.ts";
import { AGENT_RECIPES, type AgentRecipe } from "#contract/shared/assistant-choices.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { updatePreferences, usePreferences } from "../../kernel/workspace/frame.ts";
import { clockTime, shortDay } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { createAgent, seeRuns } from "./agent-mutations.ts";
import { newAgent, RECIPES, triggerWords } from "./agent-words.ts";
import { RunRow } from "./run-row.tsx";

type AgentsScreenProps = { heading: Ref<HTMLHeadingElement>; onOpen: (agentId: string) => void };

/** What ran since the last visit, the agents there are, and those that need only be added. */
export function AgentsScreen({ heading, onOpen }: AgentsScreenProps) {
  const { data, error, isPending, refetch } = useQuery(api.agents.list.queryOptions({ staleTime: 0 }));
  const isOffline = useIsOffline();
  const add = async (recipe: AgentRecipe) => {
    const reading = data?.tools.flatMap(({ name, isWriting }) => (isWriting ? [] : [name])) ?? [];
    const made = await createAgent({ id: uuidV7(), ...newAgent(recipe, recipe === "model" ? reading : []) });
    if (made) onOpen(made.id);
  };
  return (
    <Screen
      frame="reading"
      title={t("Agents")}
      heading={heading}
      actions={
        <Button
          look="primary"
          disabled={isOffline || !data}
          className="pointer-coarse:h-11"
          onClick={() => void add("model")}
        >
          <Plus size={14} aria-hidden="true" /> {t("New agent")}
        </Button>
      }
    >
      <p className="text-sm text-muted">
        {t(
          "Agents work by themselves and propose changes. Nothing is written before you accept it, unless you allow it.",
        )}
      </p>
      {isPending ? (
        <SkeletonRows className="pt-4" />
      ) : !data ? (
        <div role="alert" className="flex flex-col items-center gap-3 py-16 text-sm text-muted">
          <p>
            {isUnreachable(error) ? t("Can't load agents while offline.") : t("Couldn't load your agents.")}
          </p>
          <Button onClick={() => void refetch()}>{t("Try again")}</Button>
        </div>
      ) : (
        <>
          {data.agents.length > 0 && <StopSwitch />}
          <Digest />
          <AgentList agents={data.agents} />
          <ReadyMade agents={data.agents} isOff={isOffline} onAdd={(recipe) => void add(recipe)} />
        </>
      )}
    </Screen>
  );
}

function StopSwitch() {
  const isStopped = usePreferences()?.settings.areAgentsStopped ?? false;
  const isOffline = useIsOffline();
  return (
    <div className="pt-4">
      <Switch
        label={t("Stop all agents")}
        isOn={isStopped}
        onChange={(areAgentsStopped) => void updatePreferences({ settings: { areAgentsStopped } })}
      />
      {isOffline ? (
        <p role="status" className="pt-1 text-sm text-warn">
          {t("You're offline. What you choose here counts once you're back.")}
        </p>
      ) : (
        isStopped && (
          <p role="status" className="pt-1 text-sm text-warn">
            {t("No agent runs until you turn this off.")}
          </p>
        )
      )}
    </div>
  );
}

function Digest() {
  const { data } = useQuery(
    api.agents.runs.queryOptions({ input: { unseen: true, limit: 50 }, staleTime: 0 }),
  );
  const runs: AgentRun[] = data?.runs ?? [];
  const [newest] = runs;
  if (!newest) return null;
  return (
    <section aria-label={t("Since your last visit")} className="pt-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-sm font-semibold text-muted">{t("Since your last visit")}</h2>
        <Button look="quiet" onClick={() => void seeRuns(newest.id)} className="pointer-coarse:h-11">
          {t("Mark as seen")}
        </Button>
      </div>
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <RunRow key={run.id} run={run} hasName />
        ))}
      </ul>
    </section>
  );
}

function AgentList({ agents }: { agents: Agent[] }) {
  if (agents.length === 0) return null;
  return (
    <section aria-label={t("Your agents")} className="pt-5">
      <h2 className="text-sm font-semibold text-muted">{t("Your agents")}</h2>
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

function ReadyMade({ agents, isOff, onAdd }: ReadyMadeProps) {
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
