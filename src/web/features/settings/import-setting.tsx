import { FileUp, FolderUp } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import { queryClient } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { importFiles, type ImportOutcome } from "./import-files.ts";

type State =
  | { is: "idle" }
  | { is: "busy"; count: number }
  | { is: "done"; outcome: ImportOutcome }
  | { is: "failed"; words: string };

export function ImportSetting() {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ is: "idle" });
  const run = async (list: FileList | null) => {
    const chosen = [...(list ?? [])];
    if (chosen.length === 0) return;
    setState({ is: "busy", count: chosen.length });
    try {
      setState({ is: "done", outcome: await importFiles(chosen) });
      await queryClient.invalidateQueries();
    } catch (error) {
      const words = error instanceof Error && error.name === "Error" ? error.message : "";
      setState({ is: "failed", words: words || "The server cannot be reached. Nothing is lost; try again." });
    }
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    if (state.is !== "busy") void run(event.dataTransfer.files);
  };
  const take = (input: HTMLInputElement) => {
    // Copied before the field is emptied, which empties its list as well.
    const chosen = input.files;
    void run(chosen).finally(() => (input.value = ""));
  };
  return (
    <div className="flex flex-col gap-4">
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={handleDrop}
        className="flex flex-col items-center gap-3 rounded-md border border-dashed border-line-strong px-4 py-6 text-center"
      >
        <p className="text-sm text-muted">Drop Markdown files or a ZIP here, or choose them.</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button disabled={state.is === "busy"} onClick={() => files.current?.click()}>
            <FileUp size={15} /> Choose files
          </Button>
          <Button disabled={state.is === "busy"} onClick={() => folder.current?.click()}>
            <FolderUp size={15} /> Choose a folder
          </Button>
        </div>
        <input
          ref={files}
          type="file"
          multiple
          accept=".md,.markdown,.zip,image/*"
          aria-label="Markdown files or a ZIP"
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
          aria-label="Folder of Markdown files"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => take(event.currentTarget)}
        />
      </div>
      <div role="status">
        {state.is === "busy" && (
          <p className="flex items-center gap-2 text-sm text-muted">
            <Spinner size={14} /> Importing {state.count === 1 ? "1 file" : `${state.count} files`}...
          </p>
        )}
        {state.is === "failed" && <p className="text-sm text-danger">{state.words}</p>}
        {state.is === "done" && <Report outcome={state.outcome} />}
      </div>
      <p className="max-w-prose text-sm text-muted">
        For more than 500 MB, whoever runs the server can import a whole folder from its disk:{" "}
        <code className="rounded-md bg-panel px-1.5 py-0.5 font-mono text-xs">npm run import</code>
      </p>
    </div>
  );
}

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

function Report({ outcome }: { outcome: ImportOutcome }) {
  const { files, notes, folders, images, present, leftOut, told } = outcome;
  if (files === 0)
    return <p className="text-sm">There was no Markdown file among them, so nothing was imported.</p>;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="font-medium">
        {count(notes, "note")} in {count(folders, "folder")} imported
        {images > 0 && `, ${count(images, "picture")} with them`}.
      </p>
      {present > 0 && (
        <p className="text-muted">{count(present, "note")} of an earlier import stayed as is.</p>
      )}
      {leftOut > 0 && <p className="text-danger">{count(leftOut, "file")} could not be imported.</p>}
      {told.length > 0 && (
        <details open={leftOut > 0}>
          <summary className="cursor-pointer text-muted">{count(told.length, "file")} with a remark</summary>
          <ul className="mt-2 max-h-64 overflow-y-auto rounded-md border border-line">
            {told.map(({ path, outcome: what, reason, problems }) => (
              <li key={path} className="border-b border-line px-3 py-1.5 last:border-0">
                <span className="break-words">{path}</span>{" "}
                <span className="text-faint">
                  {reason ??
                    (what === "present"
                      ? "was there already"
                      : `${count(problems ?? 0, "part")} kept as written`)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
