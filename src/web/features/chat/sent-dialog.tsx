import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { SentPassage } from "#contract/chat.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

type SentDialogProps = {
  /** The host; null where nothing goes out. */
  where: string | null;
  load: () => Promise<SentPassage[]>;
  onClose: () => void;
};

/** Exactly which passages go, or went, to which address. */
export function SentDialog({ where, load, onClose }: SentDialogProps) {
  const id = useId();
  const { data, error } = useQuery({
    queryKey: ["chat-sent", id],
    queryFn: load,
    persister: undefined,
    gcTime: 0,
    staleTime: Infinity,
    retry: 0,
  });
  return (
    <Dialog
      isOpen
      size="medium"
      title={t("What Is Sent")}
      description={
        where
          ? t("Your question, what was said before it in this chat, and these passages go to {where}.", {
              where,
            })
          : t("Nothing leaves this server. These passages are what the answer is made of.")
      }
      onClose={onClose}
    >
      {error ? (
        <p role="alert">{failureWords(error, t("Couldn't find out. Try again."))}</p>
      ) : !data ? (
        <SkeletonRows count={3} />
      ) : (
        <>
          <p className="mb-2 text-sm text-muted">
            {plural(data.length, { one: "{count} passage", other: "{count} passages" })}
          </p>
          <ul className="flex flex-col gap-3">
            {data.map(({ kind, id: source, title, text }, index) => (
              <li key={index} dir="auto" className="rounded-md border border-line p-3 text-sm">
                <p className="font-medium">{title || t("Untitled")}</p>
                {kind === "picture" ? (
                  <img
                    src={`/files/${source}/medium`}
                    alt={t("The picture that is sent")}
                    className="mt-1 max-h-48 rounded-sm"
                  />
                ) : (
                  <p className="whitespace-pre-line text-muted">{text}</p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
