import { type FormEvent, useState } from "react";
import { MOST_VALUE } from "#contract/shared/metric-choices.ts";
import { t } from "../../../lib/messages/t.ts";
import { errorMessage } from "../../../platform/rpc-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, FormError } from "../../../ui/field.tsx";
import { DialogActions } from "../../../ui/overlay/dialog.tsx";
import { recordValue } from "../metric-changes.ts";
import type { TabProps } from "./connect-form.ts";
import { PastValues } from "./past-values.tsx";

/** A value of now or of an earlier moment, and those that are there. */
export function ValueTab({ form, onForm, metric, onDone }: TabProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async () => {
    setIsBusy(true);
    setFailure(null);
    const name = form.name.trim();
    try {
      const metricId = await recordValue({
        name,
        value: Number(form.value),
        ...(form.at && { at: new Date(form.at).toISOString() }),
        ...(!metric && { unit: form.unit.trim() }),
      });
      onDone(metricId === null ? { metricName: name } : { metricId });
    } catch (error) {
      setFailure(errorMessage(error, t("Couldn't save the value.")));
      setIsBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-4">
      {!metric && (
        <Field
          label={t("Name")}
          dir="auto"
          required
          maxLength={100}
          value={form.name}
          onChange={(event) => onForm({ name: event.target.value })}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={t("Value")}
          type="number"
          step="any"
          min={-MOST_VALUE}
          max={MOST_VALUE}
          required
          inputMode="decimal"
          value={form.value}
          onChange={(event) => onForm({ value: event.target.value })}
        />
        {!metric && (
          <Field
            label={t("Unit")}
            dir="auto"
            maxLength={20}
            placeholder={t("$, %, visits")}
            value={form.unit}
            onChange={(event) => onForm({ unit: event.target.value })}
          />
        )}
      </div>
      <Field
        label={t("When")}
        hint={t("Empty means now.")}
        type="datetime-local"
        value={form.at}
        onChange={(event) => onForm({ at: event.target.value })}
      />
      <FormError words={failure} />
      <DialogActions>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("Save Value")}
        </Button>
      </DialogActions>
      {metric && <PastValues metric={metric} />}
    </form>
  );
}
