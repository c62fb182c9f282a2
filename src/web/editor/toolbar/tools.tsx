import type { Editor } from "@tiptap/core";
import {
  Bold,
  Code,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Undo2,
} from "lucide-react";
import type { Ref } from "react";
import { t } from "../../lib/messages/t.ts";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { MenuItem } from "../../ui/overlay/menu.tsx";
import { ACCEPTED_IMAGES } from "../uploads/image-rules.ts";
import { insertImage } from "../uploads/image-uploads.ts";
import { ToolbarButton } from "./toolbar-button.tsx";
import type { toolbarState } from "./toolbar-state.ts";

type State = ReturnType<typeof toolbarState>;
type Chain = ReturnType<Editor["chain"]>;

type Tool = {
  label: string;
  keys?: string;
  icon: LucideIcon;
  isOn?: (state: State) => boolean;
  isDisabled?: (state: State) => boolean;
  run: (chain: Chain) => Chain;
};

/** What a press does, with the text in focus again. */
export const press = (editor: Editor, command: (chain: Chain) => Chain) => () =>
  void command(editor.chain().focus()).run();

/** The tools that both toolbars have; each has a key of its own as well. */
const TOOLS = {
  bold: {
    label: t("Bold"),
    keys: "Mod+B",
    icon: Bold,
    isOn: (state) => state.isBold,
    run: (chain) => chain.toggleBold(),
  },
  italic: {
    label: t("Italic"),
    keys: "Mod+I",
    icon: Italic,
    isOn: (state) => state.isItalic,
    run: (chain) => chain.toggleItalic(),
  },
  strike: {
    label: t("Strikethrough"),
    keys: "Mod+Shift+S",
    icon: Strikethrough,
    isOn: (state) => state.isStrike,
    run: (chain) => chain.toggleStrike(),
  },
  code: {
    label: t("Code"),
    keys: "Mod+E",
    icon: Code,
    isOn: (state) => state.isCode,
    run: (chain) => chain.toggleCode(),
  },
  bulletList: {
    label: t("Bullet list"),
    keys: "Mod+Shift+8",
    icon: List,
    isOn: (state) => state.isBulletList,
    run: (chain) => chain.toggleBulletList(),
  },
  numberedList: {
    label: t("Numbered list"),
    keys: "Mod+Shift+7",
    icon: ListOrdered,
    isOn: (state) => state.isOrderedList,
    run: (chain) => chain.toggleOrderedList(),
  },
  taskList: {
    label: t("Task list"),
    keys: "Mod+Shift+9",
    icon: ListTodo,
    isOn: (state) => state.isTaskList,
    run: (chain) => chain.toggleTaskList(),
  },
  quote: {
    label: t("Quote"),
    keys: "Mod+Shift+B",
    icon: Quote,
    isOn: (state) => state.isQuote,
    run: (chain) => chain.toggleBlockquote(),
  },
  codeBlock: {
    label: t("Code block"),
    keys: "Mod+Alt+C",
    icon: SquareCode,
    isOn: (state) => state.isCodeBlock,
    run: (chain) => chain.toggleCodeBlock(),
  },
  undo: {
    label: t("Undo"),
    keys: "Mod+Z",
    icon: Undo2,
    isDisabled: (state) => !state.canUndo,
    run: (chain) => chain.undo(),
  },
  redo: {
    label: t("Redo"),
    keys: "Mod+Shift+Z",
    icon: Redo2,
    isDisabled: (state) => !state.canRedo,
    run: (chain) => chain.redo(),
  },
} satisfies Record<string, Tool>;

type ToolsProps = { editor: Editor; state: State; names: readonly (keyof typeof TOOLS)[] };

export function Tools({ editor, state, names }: ToolsProps) {
  return names.map((name) => {
    const { label, keys, icon, isOn, isDisabled, run }: Tool = TOOLS[name];
    return (
      <ToolbarButton
        key={name}
        label={label}
        keys={keys}
        icon={icon}
        isOn={isOn?.(state)}
        isDisabled={isDisabled?.(state)}
        onPress={press(editor, run)}
      />
    );
  });
}

/** The same tools as entries of a menu. */
export function ToolItems({ editor, names }: Omit<ToolsProps, "state">) {
  return names.map((name) => {
    const { label, keys, icon: Icon, run }: Tool = TOOLS[name];
    return (
      <MenuItem
        key={name}
        icon={<Icon size={16} />}
        hint={keys && shortcutWords(keys)}
        onSelect={press(editor, run)}
      >
        {label}
      </MenuItem>
    );
  });
}

export function LinkTool({ state, onPress }: { state: State; onPress: () => void }) {
  return <ToolbarButton label={t("Link")} keys="Mod+K" icon={Link2} isOn={state.isLink} onPress={onPress} />;
}

export function ImageTool({ onPress }: { onPress: () => void }) {
  return <ToolbarButton label={t("Image")} icon={ImagePlus} onPress={onPress} />;
}

/** The device's own picker of images. */
export function ImageInput({ ref, editor }: { ref: Ref<HTMLInputElement>; editor: Editor }) {
  return (
    <input
      ref={ref}
      type="file"
      accept={ACCEPTED_IMAGES}
      multiple
      hidden
      aria-label={t("Image file")}
      onChange={(event) => {
        for (const file of event.target.files ?? [])
          void insertImage(editor, file, editor.state.selection.from);
        event.target.value = "";
      }}
    />
  );
}
