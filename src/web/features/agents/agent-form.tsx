import { useId, useState } from "react";
import type { Agent } from "#contract/agents.ts";
import { FolderField } from "../../kernel/folders/folder-field.tsx";
import { ProjectSelect } from "../../kernel/projects/project-select.tsx";
import { t } from "../../lib/messages/t.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { forgetForm, keepForm, keptForm } from "../../platform/unsaved/kept-form.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { RestoredLine } from "../../ui/overlay/restored-line.tsx";
import { Switch } from "../../ui/switch.tsx";
import { updateAgent } from "./agent-mutations.ts";
import { APPLIES_OPTIONS, type Chosen } from "./agent-words.ts";
import { CheckList } from "./check-list.tsx";
import { Group } from "./group.tsx";
import { ModelFields, type ModelFieldsProps } from "./model-fields.tsx";
import { TriggerFields } from "./trigger-fields.tsx";

type AgentFormProps = { agent: Agent } & Pick<ModelFieldsProps, "tools" | "providers">;

/** What an agent does, when, where, and what it may do without asking. */
export function AgentForm({ agent, tools, providers }: AgentFormProps) {
  // What is not edited here follows the agent, which another page may change.
  const kept = `agent ${agent.id}`;
  const [edits, setEdits] = useState<Partial<Chosen>>(() => keptForm<Partial<Chosen>>(kept) ?? {});
  const [isRestored, setIsRestored] = useState(Object.keys(edits).length > 0);
  const [isBusy, setIsBusy] = useState(false);
  const isOffline = useIsOffline();
  const id = useId();
  const chosen: Chosen = { ...chosenOf(agent), ...edits };
  const change = (part: Partial<Chosen>) => {
    const next = { ...edits, ...part };
    setEdits(next);
    keepForm(kept, next, {});
  };
  const forget = () => {
    forgetForm(kept);
    setEdits({});
    setIsRestored(false);
  };
  const isChanged = agent.isPaused || JSON.stringify(chosen) !== JSON.stringify(chosenOf(agent));
  const save = async () => {
    setIsBusy(true);
    const saved = await updateAgent({ ...chosen, name: chosen.name.trim() });
    setIsBusy(false);
    if (saved) forget();
  };
  const isModel = chosen.recipe === "model";
  const { scope, applies } = chosen;
  return (
    <form
      className="flex flex-col gap-5 pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {isRestored && isChanged && <RestoredLine onDiscard={forget} />}
      <Switch label={t("Runs by itself")} isOn={chosen.isOn} onChange={(isOn) => change({ isOn })} />
      <Field
        label={t("Name")}
        value={chosen.name}
        maxLength={100}
        required
        autoComplete="off"
        onChange={(event) => change({ name: event.target.value })}
      />
      {isModel && (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            {t("Instructions")}
          </label>
          <textarea
            id={id}
            dir="auto"
            value={chosen.instructions}
            rows={8}
            maxLength={20_000}
            onChange={(event) => change({ instructions: event.target.value })}
            placeholder={t("For example: file new notes into the folders they belong to.")}
            className={`${inputClass} resize-y py-2`}
          />
        </div>
      )}
      <TriggerFields
        agent={agent}
        isOn={chosen.isOn}
        trigger={chosen.trigger}
        onChange={(trigger) => change({ trigger })}
      />
      <Group title={t("Where it looks")}>
        <ProjectSelect
          value={scope.projectId ?? null}
          noneWords={t("None")}
          onChange={(projectId) => change({ scope: inProject(scope, projectId) })}
        />
        {!scope.projectId && (
          <FolderField
            label={t("Folder")}
            folderId={scope.folderIds?.[0] ?? null}
            topWords={t("Everywhere")}
            onChange={(folderId) => change({ scope: { ...scope, folderIds: folderId ? [folderId] : [] } })}
          />
        )}
        <TagsField tags={scope.tags ?? []} onChange={(tags) => change({ scope: { ...scope, tags } })} />
      </Group>
      {isModel && <ModelFields chosen={chosen} tools={tools} providers={providers} onChange={change} />}
      <Group title={t("What it may change without asking")}>
        <p className="text-sm text-muted">
          {t(
            "All else waits for you under Changes, and so does everything it would delete. What it changes can be undone.",
          )}
        </p>
        <CheckList
          label={t("What it may change without asking")}
          options={APPLIES_OPTIONS}
          chosen={applies}
          onChange={(kinds) => change({ applies: kinds })}
        />
      </Group>
      <div className="sticky bottom-0 -mx-1 flex items-center gap-3 bg-bg px-1 py-2">
        <Button
          type="submit"
          look="primary"
          isBusy={isBusy}
          disabled={isOffline || !isChanged || chosen.name.trim() === ""}
          className="pointer-coarse:h-11"
        >
          {t("Save")}
        </Button>
        {isChanged && <span className="text-sm text-muted">{t("Not saved yet")}</span>}
      </div>
    </form>
  );
}

/** A project has its own folder. */
function inProject({ projectId: _before, folderIds, ...rest }: Agent["scope"], projectId: string | null) {
  return projectId ? { ...rest, projectId } : { ...rest, ...(folderIds && { folderIds }) };
}

type TagsFieldProps = { tags: string[]; onChange: (tags: string[]) => void };

/** What is typed stays as it was typed until the field is left. */
function TagsField({ tags, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      label={t("Tags, separated by commas")}
      value={typed ?? tags.join(", ")}
      dir="auto"
      autoComplete="off"
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(tagsOf(event.target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** Also with the commas of Arabic, Chinese and Japanese. */
const tagsOf = (words: string): string[] =>
  words
    .split(/[,،,、]/)
    .map((tag) => tag.trim())
    .filter(Boolean);

const chosenOf = ({
  nextRunAt: _next,
  hasWebhook: _has,
  isPaused: _paused,
  createdAt: _created,
  updatedAt: _updated,
  ...chosen
}: Agent): Chosen => chosen;
