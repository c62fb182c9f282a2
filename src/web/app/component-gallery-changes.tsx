import type { PartState } from "#contract/changesets.ts";
import { DecisionButtons } from "../features/changesets/decision-buttons.tsx";
import { wordsFor } from "../features/changesets/changed-part.tsx";
import { PartText } from "../features/changesets/part-text.tsx";
import { RECORD_STATE_WORDS, STATE_WORDS } from "../features/changesets/parts.ts";
import { StateLine } from "../features/changesets/state-line.tsx";
import { type Specimen, State } from "../features/component-gallery/specimen.tsx";

const PARTS = [
  {
    name: "words changed",
    before: "The roof leaks at night, says Ben.\n",
    after: "The roof **drips** at night, says [Ben](https://example.org).\n",
  },
  { name: "put in", before: "", after: "## What to buy\n\n- [ ] slate\n- [ ] nails\n" },
  { name: "taken out", before: "> Nobody knows when it was built.\n", after: "" },
];
const STATES = Object.keys(STATE_WORDS) as PartState[];
const nothing = () => undefined;

function Parts() {
  return (
    <div className="flex flex-col gap-6">
      {PARTS.map(({ name, before, after }) => (
        <State key={name} name={name} isWide>
          <div className="rounded-md border border-line bg-panel">
            <PartText before={before} after={after} label={name} />
          </div>
        </State>
      ))}
    </div>
  );
}

function States() {
  return (
    <div className="flex flex-col gap-3">
      {STATES.map((state) => (
        <State key={state} name={state} isWide>
          <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-panel px-3 py-2">
            <StateLine
              state={state}
              words={state === "changed" ? RECORD_STATE_WORDS[state] : STATE_WORDS[state]}
            />
            <DecisionButtons states={[state]} words={wordsFor(`change, ${state}`)} isOne onDecide={nothing} />
          </div>
        </State>
      ))}
    </div>
  );
}

export const changeSpecimens: Specimen[] = [
  {
    id: "proposed-changes",
    title: "Proposed change",
    about: "A part of a note before and after in one text: words, blocks that come, blocks that go.",
    keywords: "review difference diff changeset",
    Show: Parts,
  },
  {
    id: "decisions",
    title: "Decision",
    about: "What has become of a change, and what can still be done with it.",
    keywords: "accept refuse undo review state changeset",
    Show: States,
  },
];
