import { useEffect, useState } from "react";
import type { NoteSession } from "../../platform/sync/types.ts";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { t } from "../../lib/messages/t.ts";

type Reader = { name: string; color: string };

const SHOWN = 4;

/** Who else has this note open now, by the name and the colour of their caret. */
export function Presence({ session, userId }: { session: NoteSession | null; userId: string }) {
  const readers = useReaders(session, userId);
  if (readers.length === 0) return null;
  const names = readers.map(({ name }) => name).join(", ");
  return (
    <ul aria-label={t("Here now: {names}", { names })} className="flex shrink-0 items-center -space-x-1.5">
      {readers.slice(0, SHOWN).map(({ name, color }) => (
        <li key={name + color}>
          <Tooltip words={name} side="bottom">
            <span
              className="grid size-6 place-items-center rounded-full border-2 border-bg text-[0.6875rem] font-semibold text-white uppercase"
              style={{ backgroundColor: color }}
            >
              {[...name][0]}
            </span>
          </Tooltip>
        </li>
      ))}
      {readers.length > SHOWN && <li className="pl-2.5 text-xs text-muted">+{readers.length - SHOWN}</li>}
    </ul>
  );
}

const COLOR = /^#[0-9a-f]{6}$/i;

/** The same person in two browsers is one; oneself is not shown. */
function useReaders(session: NoteSession | null, userId: string): Reader[] {
  const [readers, setReaders] = useState<Reader[]>([]);
  useEffect(() => {
    if (!session) return;
    const { awareness, doc } = session;
    const look = () => {
      const found = new Map<string, Reader>();
      for (const [client, state] of awareness.getStates()) {
        const user = state.user as { id?: unknown; name?: unknown; color?: unknown } | undefined;
        if (client === doc.clientID || !user || user.id === userId || typeof user.name !== "string") continue;
        const color = typeof user.color === "string" && COLOR.test(user.color) ? user.color : "#0e7490";
        const name = user.name.slice(0, 80) || t("Someone");
        found.set(typeof user.id === "string" ? user.id : name, { name, color });
      }
      const next = [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
      setReaders((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    look();
    awareness.on("change", look);
    return () => awareness.off("change", look);
  }, [session, userId]);
  return readers;
}
