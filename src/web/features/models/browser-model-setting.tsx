import { useEffect } from "react";
import { t } from "../../lib/messages/t.ts";
import { canBeChosen, useBrowserModel } from "../../kernel/browser-model/browser-model.ts";
import { chooseBrowserModel, learnBrowserModel } from "../../kernel/browser-model/choose-browser-model.ts";
import { FormError } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";

/** Whether the model that the browser brings is used on this device, and how far it is. */
export function BrowserModelSetting() {
  const state = useBrowserModel();
  useEffect(() => void learnBrowserModel(), []);
  const { isChosen, fault, availability } = state;
  if (availability === null) return null;
  if (!canBeChosen(state))
    return (
      <p className="text-sm text-muted">
        {t("This browser has no model of its own, or not on this device.")}
      </p>
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <Switch
        label={t("Use This Browser's Model")}
        isOn={isChosen}
        onChange={(isOn) => void chooseBrowserModel(isOn)}
      />
      <p role="status" className="text-sm text-muted">
        <BrowserModelState />
      </p>
      <FormError words={fault} />
    </div>
  );
}

function BrowserModelState() {
  const { availability, progress } = useBrowserModel();
  if (progress !== null)
    return t("The browser gets its model: {percent} %", { percent: Math.round(progress * 100) });
  if (availability === "available") return t("It is ready on this device.");
  if (availability === "downloading") return t("The browser is getting it.");
  return t("The browser gets it when you first use it: several gigabytes.");
}
