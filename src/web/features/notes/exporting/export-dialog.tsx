import { Braces, FileCode2, FileText, Globe, type LucideIcon, Printer } from "lucide-react";
import { useState } from "react";
import type { Note } from "#contract/notes.ts";
import { openDialog } from "../../../kernel/actions/dialogs.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { type ExportFormat, exportNotes } from "./export-notes.ts";
import { countOf } from "../many-notes.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { t } from "../../../lib/messages/t.ts";

type Choice = ExportFormat | "print";

const FORMATS: { format: Choice; name: string; about: string; icon: LucideIcon }[] = [
  {
    format: "markdown",
    name: t("Markdown"),
    about: t("Text plus its files, for other apps"),
    icon: FileText,
  },
  {
    format: "html",
    name: t("Web page (HTML)"),
    about: t("One file with images included"),
    icon: Globe,
  },
  {
    format: "docx",
    name: t("Word (DOCX)"),
    about: t("Editable in Word"),
    icon: FileCode2,
  },
  {
    format: "print",
    name: t("Print or PDF"),
    about: t("Opens the print dialog"),
    icon: Printer,
  },
  {
    format: "json",
    name: "JSON",
    about: t("For other software: text, tags, dates and folder"),
    icon: Braces,
  },
];

type ExportDialogProps = { notes: Note[]; onClose: () => void };

/** Asks in which form notes shall go out. */
export function ExportDialog({ notes, onClose }: ExportDialogProps) {
  const [chosen, setChosen] = useState<Choice>("markdown");
  const [hasOrigins, setHasOrigins] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [first] = notes;
  const handleExport = async () => {
    if (chosen === "print") return openDialog({ kind: "print-notes", notes, hasOrigins });
    setIsBusy(true);
    await exportNotes(notes, chosen, hasOrigins);
    onClose();
  };
  return (
    <Dialog
      title={
        notes.length === 1 && first
          ? t("Export {title}", { title: titleOf(first) })
          : t("Export {notes}", { notes: countOf(notes) })
      }
      isOpen
      onClose={onClose}
    >
      <div role="radiogroup" aria-label={t("Format")} className="flex flex-col gap-1.5">
        {FORMATS.map(({ format, name, about, icon: Icon }) => (
          <label
            key={format}
            className={`flex cursor-pointer items-center gap-3 rounded-md border px-3 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent ${
              chosen === format ? "border-accent bg-accent-soft" : "border-line hover:bg-hover"
            }`}
          >
            <input
              type="radio"
              name="format"
              className="sr-only"
              checked={chosen === format}
              onChange={() => setChosen(format)}
            />
            <Icon size={17} className={chosen === format ? "text-accent" : "text-muted"} aria-hidden="true" />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{name}</span>
              <span className="block text-sm text-muted">{about}</span>
            </span>
          </label>
        ))}
      </div>
      <label className="mt-3 flex cursor-pointer items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={hasOrigins}
          onChange={({ target }) => setHasOrigins(target.checked)}
          className="size-4 accent-accent"
        />
        {t("Say where text came from")}
      </label>
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="primary" isBusy={isBusy} onClick={() => void handleExport()}>
          {chosen === "print" ? t("Print...") : t("Export")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
