import type { JSONContent } from "@tiptap/core";
import { Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Note } from "#contract/notes.ts";
import { VersionText } from "../../../editor/version-text.tsx";
import { logExport } from "../../../kernel/notes/notes-export.ts";
import { rpc } from "../../../platform/rpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { countOf } from "../many-notes.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import "./print-sheet.css";
import { t } from "../../../lib/messages/t.ts";

/** A diagram that takes longer is printed as its source alone. */
const DRAWING_MS = 5_000;

type Sheet = { id: string; title: string; doc: string };
type PrintDialogProps = { notes: Note[]; hasOrigins?: boolean; onClose: () => void };

/** Notes as they will lie on paper, each on a page of its own; the browser's own dialog prints them or makes a PDF. */
export function PrintDialog({ notes, hasOrigins = false, onClose }: PrintDialogProps) {
  // What is printed stays as it was when it was asked for.
  const [asked] = useState(notes);
  const { sheets, hasFailed } = useSheets(asked, hasOrigins);
  const isReady = sheets.length === asked.length;
  const handlePrint = async () => {
    await drawAll();
    logExport(asked.length, "pdf");
    window.print();
  };
  return (
    <>
      <Dialog
        title={t("Print {notes}", { notes: asked.length === 1 ? titleOf(asked[0]!) : countOf(asked) })}
        description={t(
          "To save a file, choose “Save as PDF” as the printer. Each note starts on a new page.",
        )}
        isOpen
        onClose={onClose}
      >
        <p role="status" className={hasFailed ? "text-sm text-danger" : "text-sm text-muted"}>
          {hasFailed
            ? t("Failed to export notes")
            : isReady
              ? t("Ready to print.")
              : t("Preparing {at} of {count}...", { at: sheets.length + 1, count: asked.length })}
        </p>
        <DialogActions>
          <Button onClick={onClose}>{t("Close")}</Button>
          <Button
            look="primary"
            isBusy={!isReady && !hasFailed}
            disabled={hasFailed}
            onClick={() => void handlePrint()}
          >
            <Printer size={15} /> {t("Print...")}
          </Button>
        </DialogActions>
      </Dialog>
      {createPortal(
        <div className="print-sheet" aria-hidden="true" inert>
          {sheets.map(({ id, title, doc }) => (
            <article key={id}>
              <h1>{title}</h1>
              <VersionText doc={doc} label={title} title={title} />
            </article>
          ))}
        </div>,
        document.body,
      )}
    </>
  );
}

/** What is slow to draw and, being out of sight, would not be drawn before it is printed. */
async function drawAll(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>(".print-sheet img")];
  for (const lazy of document.querySelectorAll(".print-sheet [loading='lazy']"))
    lazy.setAttribute("loading", "eager");
  const deadline = performance.now() + DRAWING_MS;
  const diagrams = async () => {
    while (document.querySelector(".print-sheet .diagram-waiting") && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await Promise.allSettled([...pictures.map((picture) => picture.decode()), diagrams()]);
}

/** The texts, one after another. */
function useSheets(notes: readonly Note[], hasOrigins: boolean): { sheets: Sheet[]; hasFailed: boolean } {
  const [sheets, setSheets] = useState<Sheet[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const done: Sheet[] = [];
      const add = hasOrigins ? await import("./disclosure.ts") : null;
      for (const note of notes) {
        const { text } = await rpc.notes.body({ noteId: note.id, format: "json" });
        const doc = add ? JSON.stringify(add.withDisclosure(JSON.parse(text) as JSONContent)) : text;
        if (isGone) return;
        done.push({ id: note.id, title: titleOf(note), doc });
        setSheets([...done]);
      }
    };
    read().catch(() => {
      if (isGone) return;
      setHasFailed(true);
      toast.error(t("Failed to export notes"));
    });
    return () => {
      isGone = true;
    };
  }, [notes, hasOrigins]);
  return { sheets, hasFailed };
}
