import { contained } from "../../kernel/part-boundary.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { NearOnly } from "./near-only.tsx";

type PartTextProps = { before: string; after: string; label: string };

/** What of it can't be drawn takes none of the others down. */
const Difference = contained(
  deferred<PartTextProps>(async () => {
    const [{ PartDifference }, { parseMarkdown }] = await Promise.all([
      import("../../editor/changes/part-difference.tsx"),
      import("#document/markdown/parse.ts"),
    ]);
    return (props) => <PartDifference {...props} read={parseMarkdown} />;
  }),
);

/** A line has so many pixels, and about so many characters. */
const LINE = { height: 26, characters: 80 };

function guessedHeight(before: string, after: string): number {
  const text = before.length > after.length ? before : after;
  const lines = text.split("\n").reduce((sum, line) => sum + Math.ceil(line.length / LINE.characters), 1);
  return lines * LINE.height;
}

/** A part as a difference, drawn when it comes near. */
export function PartText({ before, after, label }: PartTextProps) {
  return (
    <div className="px-3 py-2">
      <NearOnly estimate={guessedHeight(before, after)}>
        <Difference before={before} after={after} label={label} />
      </NearOnly>
    </div>
  );
}
