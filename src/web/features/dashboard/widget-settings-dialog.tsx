import type { FormEvent } from "react";
import { useWidget } from "../../kernel/widgets/catalog.ts";
import {
  type Field as Setting,
  type Fields,
  readSettings,
  readValue,
} from "../../kernel/widgets/settings.ts";
import { t } from "../../lib/messages/t.ts";
import { useKeptForm } from "../../platform/unsaved/kept-form.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { RestoredLine, tellKept } from "../../ui/overlay/restored-line.tsx";
import { Switch } from "../../ui/switch.tsx";
import { arrange } from "./arrange.ts";
import type { Slot } from "./model/arrangement.ts";

type Value = string | boolean;
type Values = Record<string, Value>;

type Props = { layoutId: string; slot: Slot; onClose: () => void };

/** The form of a widget's settings, made from what it says of them. */
export function WidgetSettingsDialog(props: Props) {
  const { widget, entry } = useWidget(props.slot.componentKey);
  if (!widget?.fields || !entry) return null;
  const shown = Object.entries(widget.fields).filter(([, { isHidden }]) => !isHidden);
  return <SettingsForm {...props} name={entry.name} fields={Object.fromEntries(shown)} />;
}

function SettingsForm({ layoutId, slot, onClose, name, fields }: Props & { name: string; fields: Fields }) {
  const { id, componentKey, props } = slot;
  // Two of a kind each have a form of their own.
  const kept = useKeptForm<Values>(`widget ${layoutId} ${id} ${componentKey}`, asTyped(fields, props));
  const { form, opened } = kept;
  const save = async (changed: Values) => {
    if (await arrange.settings(layoutId, slot, changed)) kept.forget();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // Only what was changed here: the rest may have been changed elsewhere since.
    const changed = Object.entries(fields).filter(([field]) => form[field] !== opened[field]);
    const read = changed.map(([field, one]) => [field, readTyped(one, form[field])]);
    if (read.length > 0) void save(Object.fromEntries(read) as Values);
    onClose();
  };
  const leave = () => {
    if (kept.isChanged) tellKept();
    onClose();
  };
  return (
    <Dialog isOpen title={t("Settings of {name}", { name })} size="narrow" onClose={leave}>
      <form onSubmit={handleSubmit} className="flex flex-col gap-4">
        {kept.isRestored && <RestoredLine onDiscard={kept.reset} />}
        {Object.entries(fields).map(([field, one]) => (
          <SettingField
            key={field}
            field={one}
            value={form[field]!}
            onChange={(value) => kept.setForm({ ...form, [field]: value })}
          />
        ))}
        <DialogActions>
          <Button
            onClick={() => {
              kept.forget();
              onClose();
            }}
          >
            {t("Cancel")}
          </Button>
          <Button type="submit" look="primary">
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A number as letters: a field of one may be empty while it is written anew. */
const asTyped = (fields: Fields, props: Record<string, unknown>): Values =>
  Object.fromEntries(
    Object.entries(readSettings(fields, props) as Values).map(([name, value]) => [
      name,
      typeof value === "number" ? String(value) : value,
    ]),
  );
const readTyped = (field: Setting, value: Value | undefined) =>
  readValue(field, field.kind === "number" && value !== "" ? Number(value) : value);

/** What cannot be read is said beside it, and stays written. */
function TextNote({ field, value }: { field: Setting; value: string }) {
  const unread = field.kind === "text" ? (field.unread?.(value) ?? []) : [];
  if (unread.length > 0)
    return (
      <span role="status" className="font-normal text-warn">
        {t("Left out, because it can't be read: {lines}", { lines: unread.join(", ") })}
      </span>
    );
  return field.hint && <span className="font-normal text-muted">{field.hint}</span>;
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
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "own":
      return <field.Input label={label} value={String(value)} onChange={onChange} />;
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
            <TextNote field={field} value={String(value)} />
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
