import { WindowLayer } from "../../features/floating/desk.tsx";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { FloatingNoteWindow } from "./floating-note.tsx";

export const FloatingWindows = () => <WindowLayer Note={FloatingNoteWindow} titleOf={titleOf} />;
