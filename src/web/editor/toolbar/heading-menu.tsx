import { Toolbar } from "@base-ui/react/toolbar";
import type { Editor } from "@tiptap/core";
import { ChevronDown, Heading1, Heading2, Heading3, Pilcrow } from "lucide-react";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { t } from "../../lib/messages/t.ts";

const kinds = [
  { level: 0, label: t("Text"), icon: Pilcrow },
  { level: 1, label: t("Heading 1"), icon: Heading1 },
  { level: 2, label: t("Heading 2"), icon: Heading2 },
  { level: 3, label: t("Heading 3"), icon: Heading3 },
] as const;

export function HeadingMenu({ editor, level }: { editor: Editor; level: number }) {
  const set = (wanted: 0 | 1 | 2 | 3) => {
    const chain = editor.chain().focus();
    if (wanted === 0) chain.setParagraph().run();
    else chain.setHeading({ level: wanted }).run();
  };
  return (
    <Menu
      align="start"
      trigger={
        <Toolbar.Button
          className="tap flex h-8 w-27 shrink-0 items-center justify-between gap-1 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-ink data-popup-open:bg-pressed pointer-coarse:h-10"
          onMouseDown={(event) => event.preventDefault()}
        >
          {kinds[level]?.label ?? t("Text")} <ChevronDown size={14} aria-hidden="true" />
        </Toolbar.Button>
      }
    >
      {kinds.map(({ level: wanted, label, icon: Icon }) => (
        <MenuItem
          key={wanted}
          icon={<Icon size={16} />}
          hint={shortcutWords(`Mod+Alt+${wanted}`)}
          onSelect={() => set(wanted)}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
