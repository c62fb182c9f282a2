import { FRAGMENT } from "#document/schema-version.ts";
import type { DeviceSync } from "./device.ts";
import { whenMade } from "./drafts.ts";
import { NoteChanges } from "./note-changes.ts";
import { NoteCopy } from "./note-copy.ts";
import { NoteServer } from "./note-server.ts";
import type { NoteSession } from "./types.ts";

/** A note that is open on a page. */
export type OpenNote = {
  session: NoteSession;
  /** Nobody looks at it now: the others need not see a cursor. */
  rest: () => void;
  wake: () => void;
  close: () => void;
};

/** Opens a note: from the device's store at once, from the server as soon as it answers. */
export function createNoteSession(noteId: string, device: DeviceSync): OpenNote {
  const copy = new NoteCopy(noteId, device);
  const { doc, awareness, keeper } = copy;
  const server = new NoteServer(copy, device);
  const changes = new NoteChanges(copy, server, device);
  const rest = () => awareness.setLocalState(null);
  const stops = [
    device.page.onLeave(rest),
    () => keeper.close(),
    device.socket.onStatus(() => copy.changed()),
    device.onOutdated(() => {
      server.close();
      copy.facts.isSynced = false;
      copy.changed();
    }),
    () => changes.close(),
    () => server.close(),
  ];
  void open(copy, server, device, () => changes.greet());

  return {
    session: sessionOf(copy),
    rest,
    wake: () => {
      if (awareness.getLocalState() === null) awareness.setLocalState({});
    },
    close: () => {
      rest();
      copy.isClosed = true;
      for (const stop of stops) stop();
      awareness.destroy();
      doc.destroy();
    },
  };
}

async function open(
  copy: NoteCopy,
  server: NoteServer,
  device: DeviceSync,
  greet: () => void,
): Promise<void> {
  await copy.load();
  greet();
  copy.changed();
  await whenMade(copy.noteId, device.outbox);
  server.connect();
  copy.changed();
}

const sessionOf = (copy: NoteCopy): NoteSession => ({
  noteId: copy.noteId,
  doc: copy.doc,
  fragment: copy.doc.getXmlFragment(FRAGMENT),
  awareness: copy.awareness,
  state: () => copy.state,
  subscribe: (listener) => copy.subscribe(listener),
  release: () => {},
});
