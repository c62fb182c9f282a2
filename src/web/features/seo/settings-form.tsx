import { clsx } from "clsx";
import { type FormEvent, useId } from "react";
import type { SeoSettings } from "#contract/seo.ts";
import { language as shownIn } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { LANGUAGES } from "#seo/language/function-words.ts";
import { DESCRIPTION_MAX } from "#seo/checks/description-rules.ts";

/** As the contract has them, which pages don't import. */
const TITLE_MAX = 200;
const LONGEST_DESCRIPTION = 500;

const names = new Intl.DisplayNames(shownIn, { type: "language" });
const nameOf = (language: string) => names.of(language) ?? language;

type SettingsFormProps = {
  settings: SeoSettings;
  /** What stands for the title and the description while none are written. */
  title: string;
  firstWords: string;
  /** Found by the words of the text. */
  found: string | null;
  /** Ids of the files that stand in the note as pictures. */
  pictures: readonly string[];
  isChanged: boolean;
  isBusy: boolean;
  onChange: (change: Partial<SeoSettings>) => void;
  onSave: () => void;
  onDiscard: () => void;
};

/** What search engines and previews are told. What is typed shows in the report at once, and is kept by the button. */
export function SettingsForm(props: SettingsFormProps) {
  const { settings, title, firstWords, found, pictures, isChanged, isBusy, onChange, onSave, onDiscard } =
    props;
  const id = useId();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  const { description, pictureId } = settings;
  return (
    <form
      onSubmit={handleSubmit}
      className="flex flex-col gap-3"
      aria-label={t("What search engines are told")}
    >
      <Field
        label={t("Keyphrase")}
        value={settings.keyphrase}
        maxLength={TITLE_MAX}
        autoComplete="off"
        hint={t("What people search for. Add variants after commas.")}
        onChange={(event) => onChange({ keyphrase: event.target.value })}
      />
      <Field
        label={t("Title")}
        value={settings.title}
        maxLength={TITLE_MAX}
        autoComplete="off"
        placeholder={title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <div className="flex flex-col gap-1.5">
        <div className="flex items-baseline justify-between gap-3 text-sm">
          <label htmlFor={id} className="font-medium">
            {t("Description")}
          </label>
          <span
            className={clsx(
              "text-xs tabular-nums",
              description.length > DESCRIPTION_MAX ? "text-warn" : "text-faint",
            )}
          >
            {t("{count} of {most}", { count: description.length, most: DESCRIPTION_MAX })}
          </span>
        </div>
        <textarea
          id={id}
          rows={4}
          value={description}
          maxLength={LONGEST_DESCRIPTION}
          placeholder={firstWords}
          className={clsx(inputClass, "resize-y py-2")}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </div>
      <Select
        label={t("Language")}
        value={settings.language ?? ""}
        onChange={(event) => onChange({ language: event.target.value || null })}
      >
        <option value="">
          {found ? t("By its words ({language})", { language: nameOf(found) }) : t("By its words")}
        </option>
        {optionsFor(settings.language).map((language) => (
          <option key={language} value={language}>
            {nameOf(language)}
          </option>
        ))}
      </Select>
      {pictures.length > 1 && (
        <Select
          label={t("Picture")}
          value={pictureId && pictures.includes(pictureId) ? pictureId : ""}
          onChange={(event) => onChange({ pictureId: event.target.value || null })}
        >
          <option value="">{t("The first one")}</option>
          {pictures.map((picture, index) => (
            <option key={picture} value={picture}>
              {t("Picture {number}", { number: index + 1 })}
            </option>
          ))}
        </Select>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" isBusy={isBusy} disabled={!isChanged}>
          {t("Save")}
        </Button>
        {isChanged && (
          <Button look="quiet" onClick={onDiscard}>
            {t("Discard")}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Those with formulas of their own, some more that pages are written in, and whatever was chosen. */
const MORE = ["pt", "pl", "sv", "da", "nb", "fi", "cs", "tr", "uk", "ru", "ja", "zh", "ko", "ar", "he"];
const optionsFor = (chosen: string | null): string[] => [
  ...new Set([...LANGUAGES, ...MORE, ...(chosen ? [chosen] : [])]),
];
