import { type FormEvent, useState } from "react";
import { t } from "../../../lib/messages/t.ts";
import { errorMessage } from "../../../platform/rpc-errors.ts";
import { rpc } from "../../../platform/rpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, FormError } from "../../../ui/field.tsx";
import { DialogActions } from "../../../ui/overlay/dialog.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import { refreshMetrics } from "../metric-changes.ts";
import { type ConnectForm, PACES, READS, type TabProps } from "./connect-form.ts";

/** An address that the server asks again and again. It is asked once before anything is kept, and says what is wrong. */
export function AddressTab({ form, onForm, metric, onDone }: TabProps) {
  const [busy, setBusy] = useState<"save" | "check" | "stop" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const source = metric?.source;
  const run = async (what: "save" | "check" | "stop", work: () => Promise<string>) => {
    setBusy(what);
    setFailure(null);
    try {
      const metricId = await work();
      refreshMetrics();
      onDone({ metricId });
    } catch (error) {
      setFailure(errorMessage(error, t("Couldn't reach the server. Try again in a moment.")));
      setBusy(null);
      refreshMetrics();
    }
  };
  const connect = async (): Promise<string> => {
    const { name, unit, address, reads, path, everyMinutes } = form;
    const answer = await rpc.metrics.connect({
      name: name.trim(),
      ...(!metric && { unit: unit.trim() }),
      address: address.trim(),
      reads,
      path: reads === "json" ? path.trim() : "",
      everyMinutes: Number(everyMinutes),
    });
    return answer.metricId;
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run("save", connect);
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-4">
      <AddressFields form={form} onForm={onForm} isNew={!metric} />
      <FormError words={failure ?? source?.error ?? null} />
      <DialogActions>
        {metric && source && (
          <>
            <Button
              isBusy={busy === "stop"}
              onClick={() =>
                void run("stop", async () => {
                  await rpc.metrics.disconnect({ metricId: metric.id });
                  return metric.id;
                })
              }
            >
              {t("Stop Asking")}
            </Button>
            <Button
              isBusy={busy === "check"}
              onClick={() =>
                void run("check", async () => {
                  await rpc.metrics.check({ metricId: metric.id });
                  return metric.id;
                })
              }
            >
              {t("Ask Now")}
            </Button>
          </>
        )}
        <Button type="submit" look="primary" isBusy={busy === "save"}>
          {source ? t("Save") : t("Connect")}
        </Button>
      </DialogActions>
    </form>
  );
}

type AddressFieldsProps = Pick<TabProps, "form" | "onForm"> & { isNew: boolean };

function AddressFields({ form, onForm, isNew }: AddressFieldsProps) {
  return (
    <>
      {isNew && (
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
          <Field
            label={t("Name")}
            dir="auto"
            required
            maxLength={100}
            value={form.name}
            onChange={(event) => onForm({ name: event.target.value })}
          />
          <Field
            label={t("Unit")}
            dir="auto"
            maxLength={20}
            value={form.unit}
            onChange={(event) => onForm({ unit: event.target.value })}
          />
        </div>
      )}
      <Field
        label={t("Address")}
        type="url"
        dir="ltr"
        required
        maxLength={2_000}
        placeholder={t("https://example.com/stats.json")}
        value={form.address}
        onChange={(event) => onForm({ address: event.target.value })}
      />
      <Select
        label={t("What it gives")}
        value={form.reads}
        onChange={(event) => onForm({ reads: event.target.value as ConnectForm["reads"] })}
      >
        {Object.entries(READS).map(([reads, words]) => (
          <option key={reads} value={reads}>
            {words}
          </option>
        ))}
      </Select>
      {form.reads === "json" && (
        <Field
          label={t("Path")}
          hint={t("Such as data.count or items[0].value. A list counts how many it has.")}
          dir="ltr"
          maxLength={300}
          value={form.path}
          onChange={(event) => onForm({ path: event.target.value })}
        />
      )}
      <Select
        label={t("How often")}
        value={form.everyMinutes}
        onChange={(event) => onForm({ everyMinutes: event.target.value })}
      >
        {pacesWith(form.everyMinutes).map(({ minutes, words }) => (
          <option key={minutes} value={minutes}>
            {words}
          </option>
        ))}
      </Select>
    </>
  );
}

/** Of a program's own choosing it may be another one. */
function pacesWith(chosen: string) {
  const minutes = Number(chosen);
  if (PACES.some((pace) => pace.minutes === minutes)) return PACES;
  return [...PACES, { minutes, words: t("Every {minutes} minutes", { minutes }) }];
}
