import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { t } from "../../../lib/messages/t.ts";

/** Chooses files of the device. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        className="sr-only"
        aria-label={t("Files to ask about")}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <IconButton label={t("Attach files")} onClick={() => input.current?.click()}>
        <Paperclip size={16} />
      </IconButton>
    </>
  );
}
