import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Cpu, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ModelCheck, ModelProvider } from "#contract/models.ts";
import type { ModelTask } from "#contract/shared/model-choices.ts";
import { t } from "../../lib/messages/t.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { FormError } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TASK_ORDER, TASK_WORDS } from "./task-words.ts";
import { failureOf, refreshModels } from "./use-models.ts";

type Props = {
  provider: ModelProvider;
  /** Which provider is asked for each task. */
  tasks: Record<ModelTask, { providerId: string } | null>;
  onEdit: () => void;
  onModels: () => void;
  onRemove: () => void;
};

/** One provider with its models; those of the server can be tested, and no more. */
export function ProviderRow({ provider, tasks, onEdit, onModels, onRemove }: Props) {
  const { id, name, host, isOperators, keyEnd, isEnabled, isLocal } = provider;
  const { checks, failure, isBusy, test } = useTest(provider);
  return (
    <li className="flex flex-col gap-3 px-3 py-3">
      <div className="flex flex-wrap items-start gap-3">
        <Cpu size={18} className="mt-0.5 shrink-0 text-faint" aria-hidden="true" />
        <div className={clsx("min-w-40 flex-1", !isEnabled && "opacity-60")}>
          <p className="flex items-center gap-2 font-medium">
            <bdi className="truncate">{name}</bdi>
            {isLocal && (
              <span
                title={t("On this server or in its network")}
                className="shrink-0 rounded-md bg-pressed px-1.5 text-xs leading-5 font-normal text-muted"
              >
                {t("Local")}
              </span>
            )}
          </p>
          <p className="text-xs break-words text-faint">
            <bdi dir="ltr">{host}</bdi>
            {isOperators && ` · ${t("for everyone on this server")}`}
            {keyEnd !== null && ` · ${keyEnd ? t("key ends in {end}", { end: keyEnd }) : t("key stored")}`}
          </p>
        </div>
        {!isOperators && <OnSwitch provider={provider} />}
      </div>
      <TaskList provider={provider} tasks={tasks} />
      <div className="flex flex-wrap items-center gap-2">
        <Button isBusy={isBusy} aria-label={t("Test {name}", { name })} onClick={() => void test()}>
          {t("Test")}
        </Button>
        {!isOperators && (
          <>
            <Button aria-label={t("Choose models of {name}", { name })} onClick={onModels}>
              {t("Choose models")}
            </Button>
            <IconButton label={t("Edit {name}", { name })} className="ms-auto" onClick={onEdit}>
              <Pencil size={15} />
            </IconButton>
            <IconButton label={t("Remove {name}", { name })} onClick={onRemove}>
              <Trash2 size={15} />
            </IconButton>
          </>
        )}
      </div>
      <FormError words={failure} />
      <div role="status" className="empty:hidden">
        {checks && <Checks key={id} checks={checks} />}
      </div>
    </li>
  );
}

function useTest({ id }: ModelProvider) {
  const [checks, setChecks] = useState<ModelCheck[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const test = async () => {
    setIsBusy(true);
    setFailure(null);
    setChecks(null);
    try {
      setChecks((await rpc.models.test({ providerId: id })).checks);
    } catch (error) {
      setFailure(failureOf(error));
    }
    setIsBusy(false);
    // It stands among what was sent.
    void refreshModels();
  };
  return { checks, failure, isBusy, test };
}

function OnSwitch({ provider: { id, name, isEnabled } }: { provider: ModelProvider }) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const change = async (isOn: boolean) => {
    setWanted(isOn);
    setFailure(null);
    try {
      await rpc.models.update({ providerId: id, isEnabled: isOn });
      await refreshModels();
    } catch (error) {
      setFailure(failureOf(error));
    }
    setWanted(null);
  };
  return (
    <div className="flex flex-col items-end gap-1">
      <Switch
        label={t("Use {name}", { name })}
        isOn={wanted ?? isEnabled}
        onChange={(isOn) => void change(isOn)}
      />
      <FormError words={failure} />
    </div>
  );
}

/** What it is asked for; what another one is asked for first is told so. */
function TaskList({ provider: { id, models, isEnabled }, tasks }: Pick<Props, "provider" | "tasks">) {
  const chosen = TASK_ORDER.filter((task) => models[task]);
  if (chosen.length === 0)
    return <p className="text-sm text-muted">{t("No model is chosen yet, so it is asked for nothing.")}</p>;
  return (
    <dl className="grid gap-x-4 grid-cols-[max-content_minmax(0,1fr)] gap-y-1 text-sm">
      {chosen.map((task) => (
        <div key={task} className="contents">
          <dt className="text-muted">{TASK_WORDS[task].label}</dt>
          <dd className="min-w-0 break-words">
            <bdi dir="ltr">{models[task]}</bdi>
            {isEnabled && tasks[task]?.providerId !== id && (
              <span className="text-faint"> · {t("another provider comes first")}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Checks({ checks }: { checks: ModelCheck[] }) {
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {checks.map(({ task, result, message }) => (
        <li key={task} className="flex items-start gap-2">
          {result === "ok" ? (
            <CircleCheck size={16} className="mt-0.5 shrink-0 text-good" aria-hidden="true" />
          ) : (
            <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
          )}
          <span className="min-w-0 break-words">
            {task !== "connection" && <span className="text-muted">{TASK_WORDS[task].label}: </span>}
            <span dir="auto">{message}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
