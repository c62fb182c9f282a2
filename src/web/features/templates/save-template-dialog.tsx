import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { newId } from "../../platform/ids.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { saveTemplate, templatesQuery } from "./template-mutations.ts";
import { TemplateForm } from "./template-form.tsx";
import { t } from "../../lib/messages/t.ts";

type SaveTemplateDialogProps = { title: string; readText: () => Promise<string>; onClose: () => void };

/** Makes a template of a note; under a name that is there already it takes that one's place. */
export function SaveTemplateDialog({ title, readText, onClose }: SaveTemplateDialogProps) {
  const { data } = useQuery(templatesQuery());
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    readText().then(
      (read) => !isGone && setText(read),
      () => {
        if (isGone) return;
        toast.error(t("Couldn't read the note's text"));
        onClose();
      },
    );
    return () => void (isGone = true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once, as it was when it was asked for
  }, []);
  return (
    <Dialog title={t("Save as template")} isOpen onClose={onClose}>
      {text === null ? (
        <SkeletonRows count={4} />
      ) : (
        <TemplateForm
          name={title}
          text={text}
          onCancel={onClose}
          onSave={async (name, words) => {
            const known = data?.templates.find((other) => other.name.toLowerCase() === name.toLowerCase());
            const done = known ? t("Replaced the template {name}", { name }) : t("Template saved");
            if (await saveTemplate(known?.id ?? newId(), name, words, done)) onClose();
          }}
        />
      )}
    </Dialog>
  );
}
