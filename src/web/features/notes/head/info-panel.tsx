import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Editor } from "@tiptap/core";
import { useState, type ReactNode } from "react";
import type { Note } from "#contract/notes.ts";
import { charactersOf, countBetween, readingTime, wordsOf } from "../../../editor/view/note-figures.ts";
import { useAfterPause } from "../../../editor/view/use-after-pause.ts";
import { isAvailable } from "../../../kernel/actions/action.ts";
import { openDialog } from "../../../kernel/actions/dialogs.ts";
import { actionContext } from "../../../kernel/actions/here.ts";
import { folderPath } from "../../../kernel/folders/folder-tree.ts";
import type { PageNote } from "../../../kernel/workspace/page-note.ts";
import { chooseTab } from "../../../kernel/workspace/slot.ts";
import { Time } from "../../../ui/dates/time.tsx";
import { api } from "../../../platform/api.ts";
import { noteActions } from "../note-actions.ts";
import { useAccessWords } from "./access-words-of-note.ts";
import { backlinksOptions } from "./links-in.ts";
import { linksOut } from "./links-out.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";

const PAUSE_MS = 400;

/** What is to be known of the note beside its text. */
export function InfoPanel({ page: { note, editor } }: { page: PageNote }) {
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1 px-2 text-sm">
      {note ? <OfNote note={note} /> : <Row name={t("Created")}>{t("With the first character")}</Row>}
      {editor && <OfText key={editor.instanceId} noteId={note?.id} editor={editor} />}
      {note && <ToHistory />}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="flex min-h-8 items-center text-muted">{name}</dt>
      <dd className="flex min-h-8 min-w-0 flex-wrap items-center gap-1">{children}</dd>
    </>
  );
}

const pressed = "tap -ms-2 max-w-full truncate rounded-md px-2 py-1 text-start hover:bg-hover";

function OfNote({ note }: { note: Note }) {
  const access = useAccessWords(note.id);
  return (
    <>
      <Row name={t("Created")}>
        <Time at={note.createdAt} />
      </Row>
      <Row name={t("Changed")}>
        <Time at={note.updatedAt} />
      </Row>
      {!note.isForeign && (
        <Row name={t("Folder")}>
          <InFolder note={note} />
        </Row>
      )}
      <Row name={t("Tags")}>
        {note.tags.length === 0 && <span className="text-faint">{t("None")}</span>}
        {note.tags.map((tag) => (
          <Link
            key={tag}
            to="/app/explorer"
            search={{ tag }}
            className="tap max-w-full truncate rounded-md bg-pressed px-2 py-0.5 hover:bg-hover"
          >
            {tag}
          </Link>
        ))}
      </Row>
      {access !== null && <Row name={t("AI access")}>{access}</Row>}
      <Row name={t("Category")}>
        <span className="truncate">{note.category}</span>
      </Row>
    </>
  );
}

/** Its whole path; pressed, it asks where to. */
function InFolder({ note }: { note: Note }) {
  const { data } = useQuery(api.folders.list.queryOptions({ input: {} }));
  const path = folderPath(data?.folders ?? [], note.folderId).map(({ name }) => name);
  return (
    <button
      type="button"
      title={t("Move to another folder")}
      onClick={() => openDialog({ kind: "move-note", note })}
      className={pressed}
    >
      {path.length > 0 ? path.join(" / ") : t("No folder")}
    </button>
  );
}

/** Counted in the pauses of writing. */
function OfText({ noteId, editor }: { noteId: string | undefined; editor: Editor }) {
  const [{ figures, links }, setCounted] = useState(() => count(editor));
  useAfterPause(editor, PAUSE_MS, () => setCounted(count(editor)));
  const { data } = useQuery({ ...backlinksOptions(noteId ?? ""), enabled: noteId !== undefined });
  const backlinks =
    data && plural(data.linked.length, { one: "{count} backlink", other: "{count} backlinks" });
  return (
    <>
      <Row name={t("Length")}>
        {wordsOf(figures)} · {readingTime(figures)} · {charactersOf(figures)}
      </Row>
      <Row name={t("Links")}>
        <button type="button" onClick={() => chooseTab("links")} className={pressed}>
          {backlinks && `${backlinks} · `}
          {plural(links, { one: "{count} link out", other: "{count} links out" })}
        </button>
      </Row>
    </>
  );
}

function count({ state: { doc } }: Editor) {
  const { notes, addresses } = linksOut(doc);
  return { figures: countBetween(doc), links: notes.length + addresses.length };
}

const history = noteActions.find(({ id }) => id === "note.history")!;

function ToHistory() {
  const context = actionContext("menu");
  if (!isAvailable(history, context)) return null;
  return (
    <Row name={t("History")}>
      <button type="button" onClick={() => void history.run(context)} className={pressed}>
        {t("See earlier versions")}
      </button>
    </Row>
  );
}
