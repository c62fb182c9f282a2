import { ArrowUp, Square } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import type { AttachedFile } from "#contract/chat.ts";
import { QUESTION_MAX } from "#contract/wire/chat-limits.ts";
import { IconButton } from "../../../ui/button.tsx";
import { deferred } from "../../../ui/deferred.tsx";
import { t } from "../../../lib/messages/t.ts";
import { COMMANDS, type ChatCommand } from "./commands.ts";
import { Dictate, withWords } from "./speech-parts.ts";

const AttachButton = deferred(async () => (await import("./attach-button.tsx")).AttachButton);
const AttachedFiles = deferred(async () => (await import("./attached-files.tsx")).AttachedFiles);

type ComposerProps = {
  text: string;
  onText: (text: string) => void;
  onSend: (text: string, isPlain: boolean) => void;
  files: readonly AttachedFile[];
  onFiles: (files: File[]) => void;
  onLeaveOut: (fileId: string) => void;
  /** While an answer is written; it can be stopped. What is sent meanwhile waits. */
  onStop: (() => void) | null;
  placeholder: string;
  autoFocus?: boolean;
};

/** Where a question is written. Enter sends, Shift+Enter begins a line, / offers commands. */
export function Composer(props: ComposerProps) {
  const { text, onText, onSend, files, onFiles, onLeaveOut, onStop, placeholder, autoFocus = false } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [command, setCommand] = useState<ChatCommand | null>(null);
  const [at, setAt] = useState(0);
  const offered = offeredFor(text);
  const current = Math.min(at, offered.length - 1);
  useEffect(() => {
    // A phone's keyboard would cover half of what there is to read.
    if (autoFocus && !matchMedia("(pointer: coarse)").matches) field.current?.focus();
  }, [autoFocus]);
  const choose = (chosen: ChatCommand) => {
    setCommand(chosen);
    onText(chosen.begins);
    field.current?.focus();
  };
  const handleSend = () => {
    if (!text.trim()) return;
    const isPlain = command !== null && text.startsWith(command.begins.trimEnd());
    setCommand(null);
    onSend(text.trim(), isPlain);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // An input method's Enter takes its word.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (offered.length > 0 && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      return setAt((current + step + offered.length) % offered.length);
    }
    if (offered.length > 0 && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      return choose(offered[current]!);
    }
    if (offered.length > 0 && event.key === "Escape") {
      event.preventDefault();
      return onText("");
    }
    // Single keys mean what they do on every page again.
    if (event.key === "Escape") return field.current?.blur();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    handleSend();
  };
  return (
    <div
      className="group/composer relative rounded-md border border-field-line bg-bg focus-within:border-accent"
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {offered.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t("Commands")}
          className="absolute bottom-full z-10 mb-1 max-h-72 w-full max-w-sm overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-lg"
        >
          {offered.map((one, index) => (
            <div
              key={one.name}
              id={`${listId}-${one.name}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className="flex cursor-default items-baseline gap-2 rounded-md px-2.5 py-1.5 text-sm aria-selected:bg-pressed"
              onPointerDown={(event) => {
                event.preventDefault();
                choose(one);
              }}
            >
              <span className="font-medium">/{one.name}</span>
              <span className="truncate text-muted">{one.about}</span>
            </div>
          ))}
        </div>
      )}
      {files.length > 0 && (
        <AttachedFiles
          label={t("Files of this question")}
          files={files}
          onRemove={onLeaveOut}
          className="px-2 pt-2"
        />
      )}
      <textarea
        ref={field}
        dir="auto"
        rows={1}
        value={text}
        maxLength={QUESTION_MAX}
        placeholder={placeholder}
        aria-label={t("Your question")}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered.length > 0 ? `${listId}-${offered[current]!.name}` : undefined}
        onChange={(event) => {
          setAt(0);
          onText(event.target.value);
        }}
        onKeyDown={handleKeyDown}
        onPaste={(event) => {
          // With text there is more than a picture of it.
          if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes("text/plain"))
            return;
          event.preventDefault();
          onFiles([...event.clipboardData.files]);
        }}
        className="field-sizing-content block max-h-60 min-h-11 w-full resize-none bg-transparent py-2.5 ps-11 pe-12 pointer-coarse:ps-13 text-base outline-none group-has-data-dictating/composer:pe-20 group-has-data-[dictating=failed]/composer:pe-28 group-has-data-[dictating=recording]/composer:pe-28"
      />
      <div className="absolute start-1.5 bottom-1.5">
        <AttachButton onFiles={onFiles} />
      </div>
      <div className="absolute end-1.5 bottom-1.5 flex items-center gap-1">
        {!onStop && (
          <Dictate
            onWords={(words) => {
              onText(withWords(field.current?.value ?? "", words));
              field.current?.focus();
            }}
          />
        )}
        {onStop && !text.trim() ? (
          <IconButton label={t("Stop")} onClick={onStop}>
            <Square size={15} fill="currentColor" />
          </IconButton>
        ) : (
          <IconButton
            label={t("Ask")}
            disabled={!text.trim()}
            onClick={handleSend}
            className={text.trim() ? "bg-accent-fill! text-on-accent!" : ""}
          >
            <ArrowUp size={17} />
          </IconButton>
        )}
      </div>
    </div>
  );
}

const offeredFor = (text: string): ChatCommand[] => {
  const typed = /^\/(\p{L}*)$/u.exec(text)?.[1];
  return typed === undefined ? [] : COMMANDS.filter(({ name }) => name.startsWith(typed.toLowerCase()));
};
