import { Monitor, Smartphone } from "lucide-react";
import { chooseSite, useThisDevice } from "../../platform/device/device-kind.ts";
import { t } from "../../lib/messages/t.ts";

const sites = [
  { prefersDesktop: false, label: t("Mobile site"), icon: Smartphone },
  { prefersDesktop: true, label: t("Desktop site"), icon: Monitor },
];

/** Stays on this device; the address follows at once, where the screen is narrow enough for it. */
export function SiteSetting() {
  const chosen = useThisDevice((device) => device.prefersDesktop);
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="sr-only">{t("Version on this device")}</legend>
      {sites.map(({ prefersDesktop, label, icon: Icon }) => (
        <label
          key={label}
          className="tap flex min-h-11 min-w-0 cursor-pointer items-center justify-center gap-2 rounded-md border border-line-strong px-2 py-3 text-center text-sm transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="site"
            checked={prefersDesktop === chosen}
            onChange={() => chooseSite(prefersDesktop)}
            className="sr-only"
          />
          <Icon size={18} aria-hidden="true" className="shrink-0" />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
