import { useEffect, useState, type FormEvent, type KeyboardEvent, type RefObject } from "react";
import { Maximize2 } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { type Draft, isBlank, keepDraft, readDraft } from "./capture-draft.ts";
import { useCaptures } from "../../kernel/captures.ts";
import { TabList, tabPanel } from "../../ui/tab-list.tsx";
import { Sheet } from "./sheet.tsx";
import { t } from "../../lib/messages/t.ts";

type CaptureSheetProps = {
  dialog: RefObject<HTMLDialogElement | null>;
  userId: string;
  /** The folder it goes into, when one is open. */
  folderName: string | undefined;
  /** False when the note was refused: the words stay. */
  onSave: (draft: Draft) => Promise<boolean>;
  /** Saves and opens it in the editor; without a word an empty note. */
  onOpen: (draft: Draft) => Promise<boolean>;
};

const PANEL = "capture-panel";

/** The sheet of the +: a thought becomes a note, a sentence a task or an event. */
export function CaptureSheet(props: CaptureSheetProps) {
  const { dialog } = props;
  const { captures } = useCaptures();
  const [chosen, setChosen] = useState("note");
  const capture = captures.find(({ id }) => id === chosen);
  const tabs = [{ id: "note", title: t("Note") }, ...captures];
  const close = () => {
    dialog.current?.close();
    setChosen("note");
  };
  return (
    <Sheet title={t("Quick capture")} dialog={dialog}>
      {captures.length > 0 && (
        <TabList
          label={t("What to capture")}
          tabs={tabs}
          current={capture?.id ?? "note"}
          panelId={PANEL}
          onChoose={setChosen}
        />
      )}
      <div {...(captures.length > 0 && tabPanel(PANEL, capture?.id ?? "note"))}>
        {capture ? (
          <div className="min-h-32 pt-2 pb-2">
            <capture.View onAdded={close} />
          </div>
        ) : (
          <NoteForm {...props} />
        )}
      </div>
    </Sheet>
  );
}

/** A thought, written down before it is gone: the text first, a title if one likes. */
function NoteForm({ dialog, userId, folderName, onSave, onOpen }: CaptureSheetProps) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(userId));
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => keepDraft(userId, draft), [userId, draft]);
  const finish = async (how: typeof onSave) => {
    if (isBusy) return;
    setIsBusy(true);
    const isKept = await how(draft);
    setIsBusy(false);
    setHasFailed(!isKept);
    if (!isKept) return;
    setDraft({ title: "", text: "" });
    dialog.current?.close();
  };
  const save = () => void (isBlank(draft) || finish(onSave));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3 pt-1">
      <input
        aria-label={t("Title, optional")}
        placeholder={t("Title, optional")}
        autoComplete="off"
        maxLength={1000}
        enterKeyHint="next"
        value={draft.title}
        onChange={(event) => setDraft({ ...draft, title: event.target.value })}
        className={`${inputClass} h-11`}
      />
      <textarea
        aria-label={t("Text")}
        placeholder={t("What's on your mind?")}
        // React would focus it when the page is drawn; the attribute is for the dialog, when it opens.
        ref={(field) => field?.setAttribute("autofocus", "")}
        rows={5}
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        onKeyDown={handleKey}
        className={`${inputClass} max-h-[40dvh] min-h-32 resize-none py-2`}
      />
      {hasFailed && (
        <p role="alert" className="text-sm text-danger">
          {t("Couldn't save the note. Your text is kept here.")}
        </p>
      )}
      <p className="text-xs text-faint">
        {folderName
          ? t("Saved in {folder}. Kept as a draft on this device until then.", { folder: folderName })
          : t("Kept as a draft on this device until you save.")}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button look="quiet" className="-ms-3 h-11" disabled={isBusy} onClick={() => void finish(onOpen)}>
          <Maximize2 size={15} aria-hidden="true" /> {t("Open in Editor")}
        </Button>
        <Button type="submit" look="primary" className="h-11 px-5" isBusy={isBusy} disabled={isBlank(draft)}>
          {t("Save note")}
        </Button>
      </div>
    </form>
  );
}
