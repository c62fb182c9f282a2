import { FileUp, FolderUp } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { formatBytes } from "../../lib/format-bytes.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { rpc } from "../../platform/rpc.ts";
import { markUnsavedWork } from "../../platform/unsaved/unsaved-work.ts";
import { useThisDevice } from "../../platform/device/device-kind.ts";
import { Button } from "../../ui/button.tsx";
import { DropArea } from "./drop-area.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { isSealed, SealedBackup } from "./sealed-backup.tsx";
import { nameOf, sendFiles, type Sending } from "./send-files.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const KINDS = [
  [t("Obsidian and Markdown"), t("Folder or ZIP; links, embeds, callouts, tags")],
  [t("Notion"), t("Export as Markdown & CSV or HTML")],
  [t("Evernote"), t("Notebooks as .enex")],
  [t("Joplin"), t("Archive as .jex")],
  [t("Word, PDF, EPUB"), t("Text, tables and images; PDF (text only)")],
  [t("Web pages"), t(".html, alone or in a ZIP with its images")],
  [t("Outlines, tables, text"), ".opml, .xlsx, .csv, .txt"],
  [t("Todoist, TickTick"), t("Project or backup as .csv")],
  [t("Calendars"), t("Events, tasks and reminders as .ics")],
  ["Cairn", t("ZIP from Export everything, an encrypted backup, or notes as JSON")],
];

type State =
  | { is: "idle" }
  | { is: "sending"; name: string; sending: Sending }
  | { is: "sealed"; chosen: File[]; words?: string }
  | { is: "failed"; words: string };

type ChooseFilesProps = {
  /** Dropped before this was there. */
  chosen?: File[] | undefined;
  onRead: (importId: string) => void;
};

/** The first step: what to bring. Sent and read at once, for the next step to show. */
export function ChooseFiles({ chosen: given, onRead }: ChooseFilesProps) {
  const isPhone = useThisDevice(({ hasMobileViewport }) => hasMobileViewport);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController | null>(null);
  const [state, setState] = useState<State>({ is: "idle" });
  useEffect(() => () => abort.current?.abort(), []);
  const run = async (chosen: File[], passphrase?: string) => {
    if (chosen.length === 0) return;
    if (passphrase === undefined && (await isSealed(chosen))) return setState({ is: "sealed", chosen });
    if (chosen.every(({ size }) => size === 0)) {
      const words = plural(
        chosen.length,
        { one: "There is nothing in {name}.", other: "These files are empty." },
        { name: nameOf(chosen) },
      );
      return setState({ is: "failed", words });
    }
    const controller = new AbortController();
    abort.current = controller;
    const endWork = markUnsavedWork();
    let created: string | null = null;
    const name = nameOf(chosen);
    setState({
      is: "sending",
      name,
      sending: { sent: 0, total: chosen.reduce((sum, { size }) => sum + size, 0) },
    });
    try {
      const importId = await sendFiles(
        chosen,
        controller.signal,
        (sending) => setState({ is: "sending", name, sending }),
        (id) => (created = id),
      );
      await rpc.imports.read({ importId, ...(passphrase !== undefined && { passphrase }) });
      onRead(importId);
    } catch (error) {
      if (created) void rpc.imports.cancel({ importId: created }).catch(() => undefined);
      if (controller.signal.aborted) return;
      const words = wordsOf(error);
      setState(passphrase === undefined ? { is: "failed", words } : { is: "sealed", chosen, words });
    } finally {
      endWork();
    }
  };
  const begin = useEffectEvent(() => void run(given ?? []));
  // oxlint-disable-next-line react/set-state-in-effect -- sending what was dropped is the effect
  useEffect(() => begin(), []);
  const take = (input: HTMLInputElement) => {
    // Copied before the field is emptied, which empties its list as well.
    const chosen = [...(input.files ?? [])];
    input.value = "";
    void run(chosen);
  };
  const handleStop = () => {
    abort.current?.abort();
    setState({ is: "idle" });
  };
  if (state.is === "sending")
    return <SendingFiles name={state.name} sending={state.sending} onStop={handleStop} />;
  if (state.is === "sealed")
    return (
      <SealedBackup
        name={nameOf(state.chosen)}
        error={state.words}
        onOpen={(passphrase) => void run(state.chosen, passphrase)}
        onCancel={() => setState({ is: "idle" })}
      />
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto">
      <DropArea onFiles={(dropped) => void run(dropped)}>
        <p className="text-sm text-muted">
          {isPhone
            ? t("Choose files or a folder. Preview everything before it's imported.")
            : t("Drop files or a folder here, or choose them. Preview everything before it's imported.")}
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button look="primary" onClick={() => files.current?.click()}>
            <FileUp size={15} /> {t("Choose files")}
          </Button>
          <Button onClick={() => folder.current?.click()}>
            <FolderUp size={15} /> {t("Choose a folder")}
          </Button>
        </div>
        <input
          ref={files}
          type="file"
          multiple
          aria-label={t("Files to import")}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => take(event.currentTarget)}
        />
        <input
          ref={(element) => {
            folder.current = element;
            element?.setAttribute("webkitdirectory", "");
          }}
          type="file"
          aria-label={t("Folder to import")}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => take(event.currentTarget)}
        />
      </DropArea>
      <div role="status">{state.is === "failed" && <p className="text-sm text-danger">{state.words}</p>}</div>
      <section aria-labelledby="import-kinds">
        <h2 id="import-kinds" className="mb-2 text-sm font-medium">
          {t("Supported formats")}
        </h2>
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
          {KINDS.map(([name, about]) => (
            <div key={name}>
              <dt className="font-medium">{name}</dt>
              <dd className="text-muted">{about}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

const wordsOf = (error: unknown) =>
  error instanceof Error && error.name === "Error"
    ? error.message
    : errorMessage(error, t("Can't reach the server. Your changes are safe; try again."));

function SendingFiles({ name, sending, onStop }: { name: string; sending: Sending; onStop: () => void }) {
  const { sent, total } = sending;
  return (
    <div className="flex flex-col gap-4 pt-2">
      <ProgressBar
        label={t("Uploading {name}", { name })}
        value={sent}
        max={total}
        words={t("{sent} of {total}", { sent: formatBytes(sent), total: formatBytes(total) })}
      />
      <div className="flex justify-end">
        <Button onClick={onStop}>{t("Cancel")}</Button>
      </div>
    </div>
  );
}
