import { Desk } from "../features/floating/desk.tsx";
import { titleOf } from "../features/notes/note-title.ts";
import { FloatingNoteWindow } from "./floating-note.tsx";

export const FloatingDesk = () => <Desk Note={FloatingNoteWindow} titleOf={titleOf} />;
