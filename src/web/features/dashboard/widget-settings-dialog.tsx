import { type FormEvent, useState } from "react";
import { useWidget } from "../../kernel/widgets/catalog.ts";
import { type Field as Setting, readSettings, readValue } from "../../kernel/widgets/settings.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { arrange } from "./arrange.ts";
import type { Slot } from "./model/arrangement.ts";

type Value = string | number | boolean;
type Values = Record<string, Value>;

type Props = { layoutId: string; slot: Slot; onClose: () => void };

/** The form of a widget's settings, made from what it says of them. */
export function WidgetSettingsDialog({ layoutId, slot, onClose }: Props) {
  const { widget, entry } = useWidget(slot.componentKey);
  const fields = widget?.fields;
  const [changed, setChanged] = useState<Values>({});
  if (!fields || !entry) return null;
  const values: Values = { ...(readSettings(fields, slot.props) as Values), ...changed };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // Only what was changed here: the rest may have been changed elsewhere since.
    const read = Object.entries(changed).map(([name, value]) => [name, readValue(fields[name]!, value)]);
    if (read.length > 0) void arrange.settings(layoutId, slot.id, Object.fromEntries(read) as Values);
    onClose();
  };
  return (
    <Dialog isOpen title={t("Settings of {name}", { name: entry.name })} size="narrow" onClose={onClose}>
      <form onSubmit={handleSubmit} className="flex flex-col gap-4">
        {Object.entries(fields).map(([name, field]) => (
          <SettingField
            key={name}
            field={field}
            value={values[name]!}
            onChange={(value) => setChanged((now) => ({ ...now, [name]: value }))}
          />
        ))}
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type FieldProps = { field: Setting; value: Value; onChange: (value: Value) => void };

function SettingField({ field, value, onChange }: FieldProps) {
  const { label, hint } = field;
  switch (field.kind) {
    case "switch":
      return <Switch label={label} isOn={value === true} onChange={onChange} />;
    case "choice":
      return (
        <Select label={label} value={String(value)} onChange={(event) => onChange(event.target.value)}>
          {Object.entries(field.options).map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </Select>
      );
    case "number":
      return (
        <Field
          label={label}
          hint={hint}
          type="number"
          min={field.min}
          max={field.max}
          step={field.step ?? 1}
          value={String(value)}
          onChange={({ target }) => onChange(target.value === "" ? field.initial : target.valueAsNumber)}
        />
      );
    case "day":
      return (
        <Field
          label={label}
          hint={hint}
          type="date"
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "text":
      if (field.isLong)
        return (
          <label className="flex flex-col gap-1.5 text-sm font-medium">
            {label}
            <textarea
              rows={6}
              dir="auto"
              maxLength={field.most}
              placeholder={field.placeholder}
              value={String(value)}
              onChange={(event) => onChange(event.target.value)}
              className={`${inputClass} py-2 font-normal`}
            />
            {hint && <span className="font-normal text-muted">{hint}</span>}
          </label>
        );
      return (
        <Field
          label={label}
          hint={hint}
          dir="auto"
          maxLength={field.most}
          placeholder={field.placeholder}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
