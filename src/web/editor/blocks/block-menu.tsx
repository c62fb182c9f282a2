import {
  ArrowDown,
  ArrowUp,
  Copy,
  CopyPlus,
  Link2,
  Repeat2,
  ScanText,
  SquareDashed,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { MenuAt } from "../../ui/overlay/menu-at.tsx";
import { MenuDivider, MenuItem, Submenu } from "../../ui/overlay/menu.tsx";
import { insertions } from "../insertions.ts";
import { blockAgain, blockOutside, knownBlock } from "./block.ts";
import {
  copyBlockLink,
  copyBlockMarkdown,
  duplicateBlockAt,
  moveBlockBy,
  removeBlockAt,
  useBlockMenu,
} from "./block-edits.ts";
import { copyImageText, imagesIn } from "./image-text.ts";
import { t } from "../../lib/messages/t.ts";

type Opened = NonNullable<ReturnType<typeof useBlockMenu.getState>["opened"]>;

/** What can be done with one block. */
export function BlockMenu({ opened, noteId }: { opened: Opened; noteId: string }) {
  const { editor, place } = opened;
  const [known, setKnown] = useState(opened.known);
  const block = blockAgain(editor.state.doc, known);
  if (!block) return null;
  const outside = blockOutside(editor.state.doc, block.pos);
  const images = imagesIn(block.node);
  return (
    <MenuAt
      place={place}
      label={t("Block")}
      opener={editor.view.dom}
      onClose={() => useBlockMenu.setState({ opened: null })}
    >
      <TurnInto opened={{ ...opened, known }} />
      <MenuItem
        icon={<CopyPlus size={16} />}
        hint={<Keys of="Mod+D" />}
        onSelect={() => duplicateBlockAt(editor, known)}
      >
        {t("Duplicate")}
      </MenuItem>
      <MenuItem icon={<Copy size={16} />} onSelect={() => void copyBlockMarkdown(editor, known)}>
        {t("Copy as Markdown")}
      </MenuItem>
      <MenuItem icon={<Link2 size={16} />} onSelect={() => void copyBlockLink(editor, noteId, known)}>
        {t("Copy Link to Block")}
      </MenuItem>
      {images.length > 0 && (
        <MenuItem icon={<ScanText size={16} />} onSelect={() => void copyImageText(images)}>
          {t("Copy Text from Image")}
        </MenuItem>
      )}
      <MenuDivider />
      <MenuItem
        icon={<ArrowUp size={16} />}
        hint={<Keys of="Alt+Shift+ArrowUp" />}
        onSelect={() => moveBlockBy(editor, -1, known)}
      >
        {t("Move Up")}
      </MenuItem>
      <MenuItem
        icon={<ArrowDown size={16} />}
        hint={<Keys of="Alt+Shift+ArrowDown" />}
        onSelect={() => moveBlockBy(editor, 1, known)}
      >
        {t("Move Down")}
      </MenuItem>
      {outside && (
        <MenuItem icon={<SquareDashed size={16} />} isStaying onSelect={() => setKnown(knownBlock(outside))}>
          {t("Select the Surrounding Block")}
        </MenuItem>
      )}
      <MenuDivider />
      <MenuItem icon={<Trash2 size={16} />} isDanger onSelect={() => removeBlockAt(editor, known)}>
        {t("Delete")}
      </MenuItem>
    </MenuAt>
  );
}

/** Keys beside an item, where there is a keyboard. */
const Keys = ({ of }: { of: string }) => (
  <kbd aria-hidden="true" className="font-sans pointer-coarse:hidden">
    {shortcutWords(of)}
  </kbd>
);

function TurnInto({ opened: { editor, known } }: { opened: Opened }) {
  const turns = insertions.filter(({ isTurn }) => isTurn);
  const turn = (run: (typeof insertions)[number]["run"]) => {
    const block = blockAgain(editor.state.doc, known);
    if (!block) return;
    editor.commands.setTextSelection(block.pos + 1);
    run(editor);
  };
  return (
    <Submenu icon={<Repeat2 size={16} />} label={t("Turn into")}>
      {turns.map(({ id, label, icon: Icon, keys, run }) => (
        <MenuItem
          key={id}
          icon={<Icon size={16} />}
          hint={keys && <Keys of={keys} />}
          onSelect={() => turn(run)}
        >
          {label}
        </MenuItem>
      ))}
    </Submenu>
  );
}
