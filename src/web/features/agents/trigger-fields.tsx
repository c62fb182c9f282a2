import { useState } from "react";
import type { Agent, AgentTrigger } from "#contract/agents.ts";
import { AGENT_EVENTS } from "#contract/shared/assistant-choices.ts";
import { t } from "../../lib/messages/t.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button } from "../../ui/button.tsx";
import { TimeInput } from "../../ui/dates/time-input.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/overlay/select.tsx";

import { makeWebhook } from "./agent-mutations.ts";
import { EVENT_WORDS, longWeekday } from "./agent-words.ts";
import { CheckList } from "./check-list.tsx";
import { Group } from "./group.tsx";

const KINDS: Record<AgentTrigger["kind"], string> = {
  hand: t("Only when I run it"),
  schedule: t("On a schedule"),
  event: t("When something happens"),
  webhook: t("When its address is called"),
};
const FIRST: Record<AgentTrigger["kind"], AgentTrigger> = {
  hand: { kind: "hand" },
  schedule: { kind: "schedule", days: [1], time: "08:00" },
  event: { kind: "event", on: "note_created" },
  webhook: { kind: "webhook" },
};
const DAYS = (["1", "2", "3", "4", "5", "6", "7"] as const).map((value) => ({
  value,
  words: longWeekday(Number(value)),
}));

type TriggerFieldsProps = {
  agent: Agent;
  isOn: boolean;
  trigger: AgentTrigger;
  onChange: (trigger: AgentTrigger) => void;
};

/** What sets an agent off. */
export function TriggerFields({ agent, isOn, trigger, onChange }: TriggerFieldsProps) {
  return (
    <Group title={t("When it runs")}>
      <Select
        label={t("When")}
        value={trigger.kind}
        onChange={(event) => onChange(FIRST[event.target.value as AgentTrigger["kind"]])}
      >
        {Object.entries(KINDS).map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </Select>
      {trigger.kind === "schedule" && (
        <>
          <CheckList
            label={t("Days")}
            isRow
            options={DAYS}
            chosen={DAYS.flatMap(({ value }) => (trigger.days.includes(Number(value)) ? [value] : []))}
            // One day is left: without any it would be none.
            onChange={(days) => days.length > 0 && onChange({ ...trigger, days: days.map(Number) })}
          />
          <p className="text-sm">
            <TimeInput
              label={t("At")}
              value={trigger.time}
              onChange={(time) => onChange({ ...trigger, time })}
            />
          </p>
        </>
      )}
      {trigger.kind === "event" && (
        <Select
          label={t("What happens")}
          value={trigger.on}
          onChange={(event) =>
            onChange({ kind: "event", on: event.target.value as (typeof AGENT_EVENTS)[number] })
          }
        >
          {AGENT_EVENTS.map((event) => (
            <option key={event} value={event}>
              {EVENT_WORDS[event]}
            </option>
          ))}
        </Select>
      )}
      {trigger.kind === "webhook" && <Webhook agent={agent} />}
      {trigger.kind !== "hand" && !isOn && (
        <p className="text-sm text-warn">{t("Off: turn on “Runs by itself”, or only you run it.")}</p>
      )}
    </Group>
  );
}

function Webhook({ agent: { id, hasWebhook, trigger } }: { agent: Agent }) {
  const isOffline = useIsOffline();
  const [url, setUrl] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const make = async () => {
    setIsBusy(true);
    const made = await makeWebhook(id);
    setIsBusy(false);
    if (made) setUrl(made.url);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-muted">
        {t(
          "A POST to its address runs the agent. What is sent along is told to it as data. Anyone who has the address can run it.",
        )}
      </p>
      {url !== "" && (
        <Field
          className="w-full"
          label={t("Address: copy it now, it is shown once")}
          value={url}
          readOnly
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <Button
        isBusy={isBusy}
        disabled={isOffline}
        onClick={() => void make()}
        className="pointer-coarse:h-11"
      >
        {hasWebhook || url ? t("Make a new address") : t("Make an address")}
      </Button>
      {hasWebhook && trigger.kind !== "webhook" && (
        <p className="text-sm text-warn">{t("The address works once the agent is saved.")}</p>
      )}
      {hasWebhook && url === "" && (
        <p className="text-xs text-faint">{t("It has an address. A new one ends it.")}</p>
      )}
    </div>
  );
}
