import { useQuery } from "@tanstack/react-query";
import { Ellipsis, LayoutTemplate, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { newId } from "../../platform/ids.ts";
import { undoEntry } from "../../kernel/undo.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import type { Usable } from "./built-in.ts";
import { firstWords } from "./first-words.ts";
import { removeTemplate, saveTemplate, templatesQuery, usable } from "./template-mutations.ts";
import { TemplateForm } from "./template-form.tsx";
import { t } from "../../lib/messages/t.ts";

type TemplatesDialogProps = {
  /** What choosing one does, in words. */
  title: string;
  onUse: (template: Usable) => void;
  onClose: () => void;
};

/** All templates: to use one, and to make, change and delete one's own. */
export function TemplatesDialog({ title, onUse, onClose }: TemplatesDialogProps) {
  const { data } = useQuery(templatesQuery());
  /** Taken back here: a toast lies behind the dialog. */
  const [deleted, setDeleted] = useState<{ name: string; undoId: number } | null>(null);
  const [editing, setEditing] = useState<Pick<Usable, "id" | "name" | "text"> | null>(null);
  const remove = async (template: Usable) => {
    const undoId = await removeTemplate(template);
    if (undoId !== null) setDeleted({ name: template.name, undoId });
  };
  const bringBack = async (undoId: number) => {
    setDeleted(null);
    await undoEntry(undoId);
  };
  if (editing)
    return (
      <Dialog
        title={editing.name ? t("Edit template") : t("New template")}
        isOpen
        onClose={() => setEditing(null)}
      >
        <TemplateForm
          name={editing.name}
          text={editing.text}
          onCancel={() => setEditing(null)}
          onSave={async (name, text) => {
            if (await saveTemplate(editing.id, name, text)) setEditing(null);
          }}
        />
      </Dialog>
    );
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <ul className="-mx-2 max-h-[50dvh] overflow-y-auto">
        {usable(data?.templates ?? []).map((template, index) => (
          <li key={template.id} className="relative flex items-center rounded-md hover:bg-hover">
            <button
              type="button"
              autoFocus={index === 0}
              onClick={() => {
                onClose();
                onUse(template);
              }}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md px-2 text-start"
            >
              <LayoutTemplate size={16} className="shrink-0 text-faint" aria-hidden="true" />
              <span className="min-w-0">
                <bdi className="block truncate text-sm">{template.name}</bdi>
                <span className="block truncate text-xs text-faint">{firstWords(template.text)}</span>
              </span>
            </button>
            {!template.isBuiltIn && (
              <Menu
                trigger={
                  <IconButton label={t("Actions for template {name}", { name: template.name })}>
                    <Ellipsis size={15} />
                  </IconButton>
                }
              >
                <MenuItem icon={<Pencil size={15} />} onSelect={() => setEditing(template)}>
                  {t("Edit")}
                </MenuItem>
                <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => void remove(template)}>
                  {t("Delete")}
                </MenuItem>
              </Menu>
            )}
          </li>
        ))}
      </ul>
      <div role="status">
        {deleted && (
          <p className="mt-2 flex items-center justify-between gap-2 rounded-md bg-hover py-1 ps-3 pe-1 text-sm">
            <span className="min-w-0 truncate">
              {t("Deleted the template {name}", { name: deleted.name })}
            </span>
            <Button look="quiet" onClick={() => void bringBack(deleted.undoId)}>
              {t("Undo")}
            </Button>
          </p>
        )}
      </div>
      <p className="mt-2 text-xs text-faint">
        {t(
          "Turn any note into a template with “Save as template...” in its menu. One named “Daily note” starts each day's note.",
        )}
      </p>
      <DialogActions>
        <Button onClick={() => setEditing({ id: newId(), name: "", text: "" })}>
          <Plus size={15} /> {t("New template")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
