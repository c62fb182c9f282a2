import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { MeaningState } from "#contract/meaning.ts";
import { meaningOptions } from "../../kernel/meaning/meaning-options.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { FormError } from "../../ui/field.tsx";
import { MeaningProgress } from "./meaning-progress.tsx";
import { keepFocus, useTurnOn } from "./use-turn-on.ts";
import { failureOf } from "./use-models.ts";

const TurnOffDialog = deferred(
  async () => (await import("./turn-off-meaning-dialog.tsx")).TurnOffMeaningDialog,
);

const LOOK_EVERY_MS = 3_000;

type Index = NonNullable<MeaningState["index"]>;

const isReading = (index: Index | null | undefined) => index?.isCurrent === true && index.due > 0;

/** Search by meaning: what it sends where, how far it is, and its switch. */
export function MeaningSetting() {
  const { data, error } = useQuery({
    ...meaningOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => (isReading(state.data?.index) ? LOOK_EVERY_MS : false),
  });
  if (!data) return error ? <p className="text-sm text-muted">{failureOf(error)}</p> : null;
  const { model, index } = data;
  if (index) return <TurnedOn state={data} index={index} />;
  if (model) return <Offer model={model} things={data.things} />;
  return (
    <p className="max-w-prose text-sm text-muted">
      {t(
        "It needs a model for embeddings: add a provider that has one above, such as Ollama with nomic-embed-text, and choose that model.",
      )}
    </p>
  );
}

/** What will be sent, and where, before anything is. */
function Offer({ model, things }: { model: NonNullable<MeaningState["model"]>; things: number }) {
  return (
    <TurnOnButton words={t("Turn On")}>
      <p className="max-w-prose text-sm text-muted">
        {t("“Water comes through the ceiling” then finds “The attic leaks when it storms”.")}
      </p>
      <p className="max-w-prose text-sm wrap-anywhere">
        {plural(
          things,
          {
            one: "Turned on, it sends the text of {count} thing to {model} at {host}: your notes, tasks, events and files with words.",
            other:
              "Turned on, it sends the text of {count} things to {model} at {host}: your notes, tasks, events and files with words.",
          },
          { model: model.model, host: model.host },
        )}{" "}
        {model.isLocal
          ? t("What you marked “No AI” isn't sent.")
          : t("What you marked “No AI” or “Local models only” isn't sent.")}{" "}
        {t("From then on, what you search for, and what you ask or preview in Chat, goes there too.")}
      </p>
    </TurnOnButton>
  );
}

function TurnedOn({ state, index }: { state: MeaningState; index: Index }) {
  const [isAsked, setIsAsked] = useState(false);
  const turnOff = <Button onClick={() => setIsAsked(true)}>{t("Turn Off")}</Button>;
  return (
    <>
      {index.isCurrent ? (
        <MeaningProgress index={index} things={state.things} turnOff={turnOff} />
      ) : (
        <Outdated index={index} model={state.model} turnOff={turnOff} />
      )}
      {isAsked && (
        <TurnOffDialog
          onClose={() => {
            setIsAsked(false);
            keepFocus();
          }}
        />
      )}
    </>
  );
}

type OutdatedProps = { index: Index; model: MeaningState["model"]; turnOff: ReactNode };

/** What one model made is of no use to another. */
function Outdated({ index: { model, host, fault }, model: chosen, turnOff }: OutdatedProps) {
  if (!chosen)
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="max-w-prose text-sm wrap-anywhere">
          {t(
            "Made with {model} at {host}. No model for embeddings is chosen now, so nothing is found by meaning.",
            { model, host },
          )}
        </p>
        {turnOff}
      </div>
    );
  const isOfThatName = chosen.model === model && chosen.host === host;
  if (isOfThatName && fault !== null)
    return (
      <TurnOnButton words={t("Read Again")} beside={turnOff}>
        <p className="max-w-prose text-sm wrap-anywhere">
          {t("{fault} Until then nothing is found by meaning.", { fault })}
        </p>
      </TurnOnButton>
    );
  return (
    <TurnOnButton words={t("Read Again")} beside={turnOff}>
      <p className="max-w-prose text-sm wrap-anywhere">
        {t("Made with {model} at {host}. Another model is chosen now.", { model, host })}{" "}
        {t("Nothing is found by meaning until {model} at {host} has read everything again.", {
          model: chosen.model,
          host: chosen.host,
        })}
      </p>
    </TurnOnButton>
  );
}

type TurnOnButtonProps = { words: string; beside?: ReactNode; children: ReactNode };

function TurnOnButton({ words, beside, children }: TurnOnButtonProps) {
  const { turnOn, isBusy, failure } = useTurnOn();
  return (
    <div className="flex flex-col items-start gap-3">
      {children}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" isBusy={isBusy} onClick={() => void turnOn()}>
          {words}
        </Button>
        {beside}
      </div>
      <FormError words={failure} />
    </div>
  );
}
