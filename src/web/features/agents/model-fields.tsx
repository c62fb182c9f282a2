import type { ModelProvider } from "#contract/models.ts";
import { BUDGET } from "#contract/shared/assistant-choices.ts";
import { t } from "../../lib/messages/t.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/overlay/select.tsx";

import type { Chosen } from "./agent-words.ts";
import { CheckList } from "./check-list.tsx";
import { Group } from "./group.tsx";

export type ModelFieldsProps = {
  chosen: Chosen;
  tools: readonly { name: string; description: string; isWriting: boolean }[];
  providers: readonly ModelProvider[];
  onChange: (part: Partial<Chosen>) => void;
};

/** Whose model is asked, with which tools, and how far it may go. */
export function ModelFields({ chosen, tools, providers, onChange }: ModelFieldsProps) {
  const { budget, providerId } = chosen;
  const able = providers.filter(({ models, isEnabled }) => isEnabled && models.chat);
  const options = (isWriting: boolean) =>
    tools
      .filter((tool) => tool.isWriting === isWriting)
      .map(({ name, description }) => ({ value: name, words: wordsOf(name), about: description }));
  const choose = (isWriting: boolean, names: string[]) => {
    const others = tools.filter((tool) => tool.isWriting !== isWriting).map(({ name }) => name);
    onChange({ tools: [...chosen.tools.filter((name) => others.includes(name)), ...names] });
  };
  return (
    <>
      <Group title={t("Model and tools")}>
        <Select
          label={t("Model")}
          value={providerId ?? ""}
          onChange={(event) => onChange({ providerId: event.target.value || null })}
        >
          <option value="">{t("The one that Chat uses")}</option>
          {able.map(({ id, name, models }) => (
            <option key={id} value={id}>
              {`${name}: ${models.chat}`}
            </option>
          ))}
        </Select>
        {able.length === 0 && (
          <p className="text-sm text-warn">{t("No AI model is set up yet. Add one under Settings, AI.")}</p>
        )}
        <h3 className="text-sm font-medium">{t("It may look at")}</h3>
        <CheckList
          label={t("It may look at")}
          options={options(false)}
          chosen={chosen.tools}
          onChange={(names) => choose(false, names)}
        />
        <h3 className="text-sm font-medium">{t("It may propose to")}</h3>
        <CheckList
          label={t("It may propose to")}
          options={options(true)}
          chosen={chosen.tools}
          onChange={(names) => choose(true, names)}
        />
      </Group>
      <Group title={t("Limits of one run")}>
        <div className="grid gap-3 sm:grid-cols-3">
          <Limit label={t("Steps")} name="steps" min={1} budget={budget} onChange={onChange} />
          <Limit label={t("Tokens")} name="tokens" min={1000} budget={budget} onChange={onChange} />
          <Limit label={t("Minutes")} name="minutes" min={1} budget={budget} onChange={onChange} />
        </div>
      </Group>
    </>
  );
}

/** "edit_note": Edit note. */
const wordsOf = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

type LimitProps = Pick<ModelFieldsProps, "onChange"> & {
  label: string;
  name: keyof Chosen["budget"];
  min: number;
  budget: Chosen["budget"];
};

function Limit({ label, name, min, budget, onChange }: LimitProps) {
  return (
    <Field
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={BUDGET[name].max}
      defaultValue={budget[name]}
      onChange={(event) => {
        const value = event.target.valueAsNumber;
        if (Number.isInteger(value)) onChange({ budget: { ...budget, [name]: value } });
      }}
    />
  );
}
