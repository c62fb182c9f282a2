import { Check, Pipette } from "lucide-react";
import { useId, useState } from "react";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { saveAccent } from "../../kernel/theme/choose-theme.ts";
import { inputClass } from "../../ui/field.tsx";
import type { DefaultState } from "../../kernel/settings/setting.ts";
import { DEMO_WORDS } from "./theme-setting.tsx";
import { t } from "../../lib/messages/t.ts";

const SWATCHES = [
  ["#22b8cf", t("Cyan")],
  ["#3b82f6", t("Blue")],
  ["#7c6cf2", t("Indigo")],
  ["#a855f7", t("Purple")],
  ["#ec4899", t("Pink")],
  ["#ef4444", t("Red")],
  ["#f97316", t("Orange")],
  ["#eab308", t("Yellow")],
  ["#22c55e", t("Green")],
  ["#94a3b8", t("Slate")],
] as const;

/** "#4AF", "4af" and "#44aaff" mean the same colour; undefined where it is none. */
function hexFrom(text: string): string | undefined {
  const digits = text.trim().replace(/^#/, "").toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  return /^[0-9a-f]{3}$/.test(digits) ? `#${digits.replace(/./g, "$&$&")}` : undefined;
}

export function AccentSetting() {
  const preferences = usePreferences();
  if (!preferences) return null;
  if (preferences.dashboardTheme === "clean-default")
    return <p className="text-sm text-muted">{DEMO_WORDS}</p>;
  const { accent } = preferences.settings;
  return (
    <div className="flex flex-col gap-4">
      <div role="group" aria-label={t("Accent colors")} className="flex flex-wrap gap-2">
        {SWATCHES.map(([hex, name]) => (
          <button
            key={hex}
            type="button"
            aria-label={name}
            aria-pressed={accent === hex}
            title={name}
            style={{ background: hex, color: "#000" }}
            className="tap grid size-8 forced-color-adjust-none place-items-center rounded-full border border-line-strong transition-transform hover:scale-110 aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-ink"
            onClick={() => void saveAccent(hex)}
          >
            {accent === hex && <Check size={16} strokeWidth={3} />}
          </button>
        ))}
      </div>
      <OwnColour key={accent} accent={accent} />
    </div>
  );
}

function OwnColour({ accent }: { accent: string | undefined }) {
  const id = useId();
  const [text, setText] = useState(accent ?? "");
  const [error, setError] = useState<string>();
  const save = (value: string) => {
    if (value.trim() === "" || value === accent) return;
    const hex = hexFrom(value);
    setError(hex ? undefined : t("Enter a color as #rrggbb, for example #22b8cf."));
    if (hex && hex !== accent) void saveAccent(hex);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {t("Custom color")}
      </label>
      <div className="flex max-w-60 items-center gap-2">
        <input
          id={id}
          value={text}
          maxLength={7}
          placeholder={t("#rrggbb")}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          className={`${inputClass} h-9 font-mono`}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => save(text)}
          onKeyDown={(event) => event.key === "Enter" && save(text)}
        />
        <ColourPicker value={hexFrom(text) ?? accent ?? "#22b8cf"} onPick={save} />
      </div>
      {error && (
        <p id={`${id}-note`} role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** The platform's own picker tells of every move; the last one, when it closes, is the choice. */
function ColourPicker({ value, onPick }: { value: string; onPick: (hex: string) => void }) {
  const [shown, setShown] = useState(value);
  return (
    <label className="tap relative grid size-9 shrink-0 cursor-pointer place-items-center rounded-md border border-line-strong text-muted hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <Pipette size={16} aria-hidden="true" />
      <input
        type="color"
        aria-label={t("Pick a color")}
        className="absolute -inset-1 size-11 cursor-pointer opacity-0"
        value={shown}
        onChange={(event) => setShown(event.target.value)}
        onBlur={() => shown !== value && onPick(shown)}
        ref={(input) => {
          const done = () => input && onPick(input.value);
          // React's onChange is the native `input` event; the native `change` comes once, at the end.
          input?.addEventListener("change", done);
          return () => input?.removeEventListener("change", done);
        }}
      />
    </label>
  );
}

export function useAccentDefault(): DefaultState {
  const preferences = usePreferences();
  return { isDefault: !preferences?.settings.accent, reset: () => saveAccent(null) };
}
