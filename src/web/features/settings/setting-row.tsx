import { clsx } from "clsx";
import { RotateCcw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { DefaultState, Setting } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";

/** One setting: what it is on the left, the control on the right, below each other where there is no room. */
export function SettingRow({ setting, isSought }: { setting: Setting; isSought: boolean }) {
  const { id, label, help, Control, useDefault, isWide } = setting;
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isSought) return;
    // After the page's heading, which takes the focus when the tab has changed.
    const timer = setTimeout(() => {
      row.current?.scrollIntoView({ block: "center" });
      row.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isSought]);
  return (
    <section
      id={id}
      ref={row}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      className={clsx(
        "scroll-mt-6 border-b border-line py-5 outline-offset-8 last:border-0",
        !isWide && "grid gap-x-8 gap-y-3 md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]",
        isSought && "rounded-md",
      )}
    >
      <div className={clsx("min-w-0", isWide && "mb-4")}>
        <h3 id={`${id}-label`} className="text-base font-medium">
          {label}
        </h3>
        {help && <p className="mt-1 max-w-prose text-sm text-muted">{help}</p>}
        {useDefault && <ResetButton label={label} useDefault={useDefault} />}
      </div>
      <div className="min-w-0">
        <Control />
      </div>
    </section>
  );
}

function ResetButton({ label, useDefault }: { label: string; useDefault: () => DefaultState }) {
  const { isDefault, reset } = useDefault();
  const [isBusy, setIsBusy] = useState(false);
  if (isDefault) return null;
  const handleReset = async () => {
    setIsBusy(true);
    await reset();
    setIsBusy(false);
  };
  return (
    <Button
      look="quiet"
      className="mt-2 -ml-3"
      aria-label={t("Reset {label}", { label })}
      isBusy={isBusy}
      onClick={() => void handleReset()}
    >
      <RotateCcw size={14} /> {t("Reset")}
    </Button>
  );
}
