import { Check } from "lucide-react";
import { useMemo, type CSSProperties } from "react";
import { useTheme } from "../../kernel/theme/theme.ts";
import { lookOf, type LookChoice } from "../../kernel/theme/look.ts";

type ThemePreviewProps = { label: string; look: LookChoice; isCurrent: boolean; onChoose: () => void };

/** A page of Cairn, drawn small in the colours it would have. */
export function ThemePreview({ label, look, isCurrent, onChoose }: ThemePreviewProps) {
  // Read anew when the mode changes, though the value lies on the document.
  useTheme((state) => state.mode);
  const mode = document.documentElement.dataset.theme === "light" ? "light" : "dark";
  const key = JSON.stringify(look);
  const colours = useMemo(() => lookOf(JSON.parse(key) as LookChoice)?.[mode], [key, mode]);
  return (
    <button
      type="button"
      aria-pressed={isCurrent}
      className="tap group flex w-full flex-col gap-1.5 rounded-md text-left text-sm outline-offset-4"
      onClick={onChoose}
    >
      <span
        aria-hidden="true"
        // The default has no tokens of its own: those of the style sheet, which the person's own look covers, count again.
        data-theme={mode}
        style={(colours ?? {}) as CSSProperties}
        className="flex h-20 w-full forced-color-adjust-none overflow-hidden rounded-md border border-line-strong bg-bg text-ink ring-accent transition-shadow group-hover:shadow-pop group-aria-pressed:ring-2"
      >
        <Sketch />
      </span>
      <span className="flex items-center gap-1.5 px-0.5">
        {isCurrent && <Check size={14} className="shrink-0 text-accent" aria-hidden="true" />}
        <span className={isCurrent ? "truncate font-medium" : "truncate"}>{label}</span>
      </span>
    </button>
  );
}

function Sketch() {
  return (
    <>
      <span
        className="flex w-1/4 flex-col gap-1.5 border-r border-line p-2"
        style={{ background: "var(--panel)" }}
      >
        <span className="size-2.5 rounded-full bg-accent" />
        <span className="mt-1 h-1 w-4/5 rounded-full bg-muted" />
        <span className="h-1.5 w-full rounded-full bg-accent-soft" />
        <span className="h-1 w-3/5 rounded-full bg-muted" />
      </span>
      <span className="flex flex-1 flex-col gap-1.5 p-2" style={{ background: "var(--backdrop), var(--bg)" }}>
        <span className="h-1.5 w-3/5 rounded-full bg-ink" />
        <span className="h-1 w-full rounded-full bg-faint" />
        <span className="h-1 w-4/5 rounded-full bg-faint" />
        <span className="mt-auto flex items-center gap-1.5">
          <span className="h-3 w-8 rounded-md bg-accent-fill" />
          <span className="h-1 w-6 rounded-full bg-accent" />
        </span>
      </span>
    </>
  );
}
