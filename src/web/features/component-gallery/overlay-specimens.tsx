import { ChevronDown, Copy, FolderInput, Pencil, Repeat2, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { MenuAt } from "../../ui/overlay/menu-at.tsx";
import { Menu, MenuDivider, MenuItem, Submenu } from "../../ui/overlay/menu.tsx";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { State, States, type Specimen } from "./specimen.tsx";

const nothing = () => undefined;

function Items() {
  return (
    <>
      <MenuItem icon={<Pencil size={15} />} hint="F2" onSelect={nothing}>
        Rename
      </MenuItem>
      <MenuItem icon={<FolderInput size={15} />} onSelect={nothing}>
        Move to...
      </MenuItem>
      <MenuItem icon={<Copy size={15} />} isDisabled onSelect={nothing}>
        Copy link
      </MenuItem>
      <Submenu icon={<Repeat2 size={15} />} label="Turn into">
        <MenuItem isStaying onSelect={nothing}>
          Heading
        </MenuItem>
        <MenuItem onSelect={nothing}>Quote</MenuItem>
      </Submenu>
      <MenuDivider />
      <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={nothing}>
        Move to trash
      </MenuItem>
    </>
  );
}

function Menus() {
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null);
  return (
    <States>
      <State name="below its button">
        <Menu
          align="start"
          trigger={
            <Button>
              Note <ChevronDown size={14} />
            </Button>
          }
        >
          <Items />
        </Menu>
      </State>
      <State name="at a place of the page">
        <Button onClick={(event) => setOpener(event.currentTarget)}>Context menu</Button>
        {opener && (
          <MenuAt
            place={opener.getBoundingClientRect()}
            label="Of the note"
            opener={opener}
            onClose={() => setOpener(null)}
          >
            <Items />
          </MenuAt>
        )}
      </State>
    </States>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<"plain" | "binding" | null>(null);
  const close = () => setOpen(null);
  return (
    <States>
      <State name="with a cross">
        <Button onClick={() => setOpen("plain")}>Open a dialog</Button>
      </State>
      <State name="that must be answered">
        <Button onClick={() => setOpen("binding")}>Open a question</Button>
      </State>
      <Dialog
        title="Rename the note"
        description="Links to it go on working."
        isOpen={open === "plain"}
        onClose={close}
      >
        <Field label="Title" defaultValue="Tents by the lake" />
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" onClick={close}>
            Rename
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog title="Leave without saving?" isOpen={open === "binding"} onClose={close} isModalOnly>
        <p className="text-sm text-muted">Two changes have not reached the server yet.</p>
        <DialogActions>
          <Button onClick={close}>Stay</Button>
          <Button look="danger" onClick={close}>
            Leave
          </Button>
        </DialogActions>
      </Dialog>
    </States>
  );
}

function Tooltips() {
  return (
    <States>
      {(["top", "right", "bottom"] as const).map((side) => (
        <State key={side} name={`at the ${side}`}>
          <Tooltip words="New note" keys="C" side={side}>
            <Button>Rest the pointer here</Button>
          </Tooltip>
        </State>
      ))}
      <State name="switched off">
        <Tooltip words="Never seen" isOff>
          <Button>Says nothing</Button>
        </Tooltip>
      </State>
    </States>
  );
}

export const overlaySpecimens: Specimen[] = [
  {
    id: "menus",
    title: "Menu",
    about: "Opens by press, Enter or arrow; gives the focus back to its opener.",
    keywords: "dropdown context actions item",
    Show: Menus,
  },
  {
    id: "dialogs",
    title: "Dialog",
    about: "Keeps the focus, closes by Escape, and returns to where one was.",
    keywords: "modal popup question",
    Show: Dialogs,
  },
  {
    id: "tooltips",
    title: "Tooltip",
    about: "Words for the eye after 700 ms; the control has a name of its own.",
    keywords: "hint hover help",
    Show: Tooltips,
  },
];
