import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import type { FileEntry } from "#contract/files.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import { Button } from "../../ui/button.tsx";

const AGAIN_AFTER_MS = 5_000;

/** The words that were read in a document, a scan or a picture, to see what search finds it by and to copy them. */
export function FileText({ file }: { file: FileEntry }) {
  const { data } = useQuery(
    api.files.text.queryOptions({
      input: { fileId: file.id },
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.state === "waiting" ? AGAIN_AFTER_MS : false),
    }),
  );
  if (!data || data.state === "unread") return null;
  const { state, text, pagesUnread } = data;
  if (text === "" && pagesUnread === 0 && state === "read") return null;
  const isPicture = file.kind === "image";
  const title = isPicture ? t("Text in the picture") : t("Text in the file");
  return (
    <section aria-label={title}>
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{title}</h3>
        {text !== "" && (
          <Button className="px-2.5!" onClick={() => void copyText(text.trim(), t("Text copied"))}>
            <Copy size={15} /> {t("Copy Text")}
          </Button>
        )}
      </div>
      {text !== "" && (
        <p
          dir="auto"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
          tabIndex={0}
          className="mt-1 max-h-40 overflow-y-auto rounded-md bg-pressed p-2 text-sm whitespace-pre-wrap wrap-anywhere"
        >
          {text.trim().slice(0, 20_000)}
        </p>
      )}
      <p role="status" className="mt-1 text-sm text-muted empty:hidden">
        {state === "waiting"
          ? t("Cairn is still looking for text in it.")
          : pagesUnread > 0 &&
            plural(pagesUnread, {
              one: "No text was found on {count} page.",
              other: "No text was found on {count} pages.",
            })}
      </p>
    </section>
  );
}
