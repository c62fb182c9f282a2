import type { Editor } from "@tiptap/core";
import { ExternalLink } from "lucide-react";
import { useState, type FormEvent } from "react";
import { safeHref } from "#document/html/safe-urls.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { t } from "../../lib/messages/t.ts";

/** An address as people type it: a bare name is a web site, a bare mail address is one. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return `mailto:${address}`;
  return /^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(address) ? address : `https://${address}`;
}

/** Sets, opens or removes the link at the selection. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const current = String(editor.getAttributes("link").href ?? "");
  const [error, setError] = useState<string>();
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const href = completeAddress(String(form.get("href")));
    if (safeHref(href) === null) return setError(t("This kind of address can't be linked."));
    const words = String(form.get("words") ?? "").trim();
    onClose();
    const chain = editor.chain().focus();
    if (words || (editor.state.selection.empty && !current)) {
      chain
        .insertContent({ type: "text", text: words || href, marks: [{ type: "link", attrs: { href } }] })
        .unsetMark("link")
        .run();
    } else {
      chain.extendMarkRange("link").setLink({ href }).run();
    }
  };
  const handleRemove = () => {
    onClose();
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
  };
  const isNew = editor.state.selection.empty && !current;
  return (
    <Dialog title={current ? t("Edit link") : t("Add a link")} isOpen onClose={onClose}>
      <form onSubmit={handleSubmit} className="flex flex-col gap-4">
        <Field
          label={t("Address")}
          name="href"
          defaultValue={current}
          placeholder={t("example.org")}
          required
          autoFocus
          error={error}
          autoComplete="off"
          inputMode="url"
        />
        {isNew && (
          <Field label={t("Text")} name="words" placeholder={t("Same as the address")} autoComplete="off" />
        )}
        <DialogActions>
          {current && (
            <>
              <a
                href={safeHref(current) ?? undefined}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass("quiet")}
              >
                <ExternalLink size={14} /> {t("Open")}
              </a>
              <Button onClick={handleRemove}>{t("Remove")}</Button>
            </>
          )}
          <Button type="submit" look="primary">
            {current ? t("Save") : t("Add link")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
