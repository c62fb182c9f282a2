import { RotateCcw } from "lucide-react";
import { GRADIENTS, PRESETS, THEME_CLASSES } from "#contract/shared/frame-choices.ts";
import type { Preferences } from "#contract/preferences.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { chooseTheme, resetTheme, saveAccent, type ThemeChoice } from "../../kernel/theme/choose-theme.ts";
import { choiceOf, lookOf, type LookChoice } from "../../kernel/theme/look.ts";
import { CLASSES, GRADIENT_COLOURS, PRESET_COLOURS } from "../../kernel/theme/palettes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { ThemePreview } from "./theme-preview.tsx";
import { t } from "../../lib/messages/t.ts";

type Offer = { choice: ThemeChoice; look: LookChoice; isCurrent: boolean };
type Section = { title: string; offers: Offer[] };

/** All that can be chosen, as it would look: under the accent that lies on top, if there is one. */
function sectionsFor(preferences: Preferences): Section[] {
  const now = choiceOf(preferences);
  const { accent } = now;
  const isBare = !now.preset && !now.gradient;
  return [
    {
      title: t("Themes"),
      offers: THEME_CLASSES.map((name) => ({
        choice: { layer: "class", name, label: CLASSES[name].label },
        look: { themeClass: name, accent },
        isCurrent: isBare && now.themeClass === name,
      })),
    },
    {
      title: t("Presets"),
      offers: PRESETS.map((name) => ({
        choice: { layer: "preset", name, label: PRESET_COLOURS[name].label },
        look: { ...now, gradient: undefined, preset: name },
        isCurrent: now.preset === name,
      })),
    },
    {
      title: t("Gradients"),
      offers: GRADIENTS.map((name) => ({
        choice: { layer: "gradient", name, label: GRADIENT_COLOURS[name].label },
        look: { ...now, preset: undefined, gradient: name },
        isCurrent: !now.preset && now.gradient === name,
      })),
    },
  ];
}

/** Every theme as it would look; one press applies it, here and on all devices. */
export function ColourThemesDialog({ onClose }: { onClose: () => void }) {
  const preferences = usePreferences();
  if (!preferences) return null;
  const isDemo = preferences.dashboardTheme === "clean-default";
  return (
    <Dialog
      title={t("Color themes")}
      description={
        isDemo ? t("The demo account always opens in the default colors.") : t("Applies to all your devices.")
      }
      isOpen
      onClose={onClose}
    >
      {!isDemo && <Offers preferences={preferences} />}
      <DialogActions>
        {!isDemo && (
          <Button look="quiet" disabled={!lookOf(choiceOf(preferences))} onClick={() => void resetTheme()}>
            <RotateCcw size={14} /> {t("Reset to default")}
          </Button>
        )}
        <Button look="primary" onClick={onClose}>
          {t("Done")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Offers({ preferences }: { preferences: Preferences }) {
  return (
    <div className="flex flex-col gap-5">
      {preferences.settings.accent && (
        <p className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-accent-soft px-3 py-2 text-sm">
          {t("Your own accent color still applies.")}
          <Button onClick={() => void saveAccent(null)}>{t("Use the theme’s accent")}</Button>
        </p>
      )}
      {sectionsFor(preferences).map(({ title, offers }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-2 text-sm font-medium text-muted">{title}</h3>
          <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-3">
            {offers.map(({ choice, look, isCurrent }) => (
              <li key={choice.name}>
                <ThemePreview
                  label={choice.label}
                  look={look}
                  isCurrent={isCurrent}
                  onChoose={() => void chooseTheme(choice)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
