import { DOMSerializer, type Schema, type Slice } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { ORIGIN_ATTRIBUTES, originOf, type TextOrigin } from "#document/marks/origin.ts";
import { originOfCopied } from "../../platform/device/copied-words.ts";
import { markedSlice, mostOfFragment } from "../origins/marked-text.ts";

/** What our own texts say of themselves on the clipboard; other editors are made of the same parts. */
const OWN = "data-cairn";

/** Marks what is copied as ours, with the origin that most of it has: who pastes the letters alone would lose it. */
class OwnSerializer extends DOMSerializer {
  override serializeFragment(...[fragment, options, target]: Parameters<DOMSerializer["serializeFragment"]>) {
    const made = super.serializeFragment(fragment, options, target);
    if (!target && "children" in made)
      made.children[0]?.setAttribute(OWN, encodeURIComponent(JSON.stringify(mostOfFragment(fragment))));
    return made;
  }
}

const ownSerializer = (schema: Schema): DOMSerializer =>
  new OwnSerializer(DOMSerializer.nodesFromSchema(schema), DOMSerializer.marksFromSchema(schema));

/** Programs that say who they are, by what stands in the HTML they copy. */
const PROGRAMS = {
  "google-sheets": "Google Sheets",
  "docs-internal-guid": "Google Docs",
  "<!-- notionvc": "Notion",
};

/** Where copied HTML says that it is from: a site, or a program; null where it says nothing, as most browsers don't. */
export function sourceOfHtml(html: string): string | null {
  // In front: further on, a page may quote anything.
  const head = html.slice(0, 4_000);
  const address = /(?:^SourceURL:|<base\b[^>]*\bhref=["']?)(https?:\/\/[^\s"'<>]+)/im.exec(head)?.[1];
  if (address && URL.canParse(address)) return new URL(address).host;
  return (
    /content=["']?(Microsoft \w+|LibreOffice)/.exec(head)?.[1] ??
    Object.entries(PROGRAMS).find(([sign]) => head.includes(sign))?.[1] ??
    null
  );
}

type Copied = {
  from: string | null;
  /** What a note of ours says of it; undefined where it is no such. */
  own: TextOrigin | null | undefined;
  /** Of the answer of a model. */
  answer: TextOrigin | undefined;
};

/** What lies on a clipboard, as far as it says where it is from. */
function copiedFrom(data: DataTransfer | null): Copied {
  const html = data?.getData("text/html") ?? "";
  return {
    from: data?.getData("vscode-editor-data") ? "Visual Studio Code" : sourceOfHtml(html),
    own: ownOrigin(html),
    answer: originOfCopied(data?.getData("text/plain") ?? ""),
  };
}

/** Any page can write what we do: what can't be read isn't ours. */
function ownOrigin(html: string): TextOrigin | null | undefined {
  const own = new RegExp(`${OWN}="([^"]*)"`).exec(html)?.[1];
  if (own === undefined) return undefined;
  try {
    const said = JSON.parse(decodeURIComponent(own)) as TextOrigin | null;
    return said && ORIGIN_ATTRIBUTES.kind(said.kind) ? originOf(said) : null;
  } catch {
    return undefined;
  }
}

/** What comes from a note of ours keeps what it knows, and is not pasted. */
function withPasteOrigin(slice: Slice, { from, own, answer }: Copied, isPlain: boolean): Slice {
  if (own === undefined) return markedSlice(slice, answer ?? originOf({ kind: "pasted", from }));
  return isPlain && own ? markedSlice(slice, own) : slice;
}

/** Says of whatever is pasted or dropped where it came from. */
export function pasteOrigins(schema: Schema): Plugin {
  let copied = copiedFrom(null);
  return new Plugin({
    props: {
      clipboardSerializer: ownSerializer(schema),
      handleDOMEvents: {
        paste: (_, event) => void (copied = copiedFrom(event.clipboardData)),
        drop: (_, event) => void (copied = copiedFrom(event.dataTransfer)),
      },
      transformPasted: (slice, _view, isPlain) => withPasteOrigin(slice, copied, isPlain),
    },
  });
}
