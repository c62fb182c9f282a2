import { baseKeymap } from "@tiptap/pm/commands";
import { history, undo } from "@tiptap/pm/history";
import { keymap } from "@tiptap/pm/keymap";
import { Schema } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import { EditorView } from "@tiptap/pm/view";
import { prosemirrorToYXmlFragment, ySyncPlugin } from "@tiptap/y-tiptap";
import * as Y from "yjs";

/** The barest editor of the same text; `?undo` lets keys be taken back, `?together` is Yjs over a socket that only passes bytes on. */
const schema = new Schema({
  nodes: {
    doc: { content: "paragraph+" },
    paragraph: { content: "text*", toDOM: () => ["p", 0] },
    text: {},
  },
});
const query = new URLSearchParams(location.search);
const text = await (await fetch(`/text?words=${query.get("words") ?? 200}`)).text();
const doc = schema.node(
  "doc",
  null,
  text.split("\n\n").map((paragraph) => schema.node("paragraph", null, [schema.text(paragraph)])),
);
const plugins = [
  keymap(baseKeymap),
  ...(query.has("undo") ? [history(), keymap({ "Mod-z": undo })] : []),
  ...(query.has("together") ? [together()] : []),
];
const view = new EditorView(document.querySelector("#editor")!, {
  state: EditorState.create({ doc: query.has("together") ? undefined : doc, schema, plugins }),
});
view.dom.classList.add("note-text");

function together() {
  const shared = new Y.Doc();
  // The same client on both sides: both begin with the same bytes.
  const seed = new Y.Doc();
  seed.clientID = 1;
  prosemirrorToYXmlFragment(doc, seed.getXmlFragment("body"));
  Y.applyUpdate(shared, Y.encodeStateAsUpdate(seed), "socket");
  const socket = new WebSocket(location.origin.replace("http", "ws"));
  socket.binaryType = "arraybuffer";
  shared.on("update", (update: Uint8Array, origin: unknown) => {
    if (origin !== "socket") socket.send(update as Uint8Array<ArrayBuffer>);
  });
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) =>
    Y.applyUpdate(shared, new Uint8Array(data), "socket");
  return ySyncPlugin(shared.getXmlFragment("body"));
}
