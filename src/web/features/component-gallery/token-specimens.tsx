import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { State, States, type Specimen } from "./specimen.tsx";

const SURFACES = ["bg", "panel", "raised", "hover", "pressed", "veil"];
const LINES = ["line", "line-strong", "field-line"];
const WORDS = ["ink", "muted", "faint", "accent", "danger", "warn", "good"];
const FILLS = ["accent-fill", "accent-fill-hover", "accent-soft", "danger-fill", "danger-soft", "warn-soft"];

function Swatches({ names }: { names: string[] }) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-6">
      {names.map((name) => (
        <li key={name} className="flex min-w-0 flex-col gap-1.5">
          <span
            aria-hidden="true"
            className="h-12 rounded-md border border-line-strong forced-color-adjust-none"
            style={{ background: `var(--${name})` }}
          />
          <code className="font-mono text-xs break-words text-muted">--{name}</code>
        </li>
      ))}
    </ul>
  );
}

function Colours() {
  return (
    <div className="flex flex-col gap-6">
      <State name="surfaces" isWide>
        <Swatches names={SURFACES} />
      </State>
      <State name="lines" isWide>
        <Swatches names={LINES} />
      </State>
      <State name="fills" isWide>
        <Swatches names={FILLS} />
      </State>
      <State name="words, on every surface" isWide>
        <div className="grid gap-3 sm:grid-cols-3">
          {["bg", "panel", "raised"].map((surface) => (
            <ul
              key={surface}
              className="flex flex-col gap-1 rounded-md border border-line p-3"
              style={{ background: `var(--${surface})` }}
            >
              {WORDS.map((name) => (
                <li key={name} className="text-sm" style={{ color: `var(--${name})` }}>
                  {name} on {surface}
                </li>
              ))}
            </ul>
          ))}
        </div>
      </State>
    </div>
  );
}

const SIZES = ["text-3xl", "text-2xl", "text-xl", "text-lg", "text-base", "text-sm", "text-xs"];

function Type() {
  return (
    <div className="flex flex-col gap-4">
      {SIZES.map((size) => (
        <State key={size} name={size} isWide>
          <p className={`${size} break-words`}>Stone upon stone, the way is shown</p>
        </State>
      ))}
      <States>
        <State name="sans, for the interface">
          <span className="font-sans text-lg">Aa 0123</span>
        </State>
        <State name="serif, for reading">
          <span className="font-serif text-lg">Aa 0123</span>
        </State>
        <State name="mono, for code">
          <span className="font-mono text-lg">Aa 0123</span>
        </State>
        <State name="a key">
          <kbd className="rounded-md border border-line-strong bg-panel px-1.5 py-0.5 font-sans text-xs text-muted">
            Ctrl K
          </kbd>
        </State>
        <State name="a badge">
          <span className="inline-grid h-5 min-w-5 place-items-center rounded-full bg-accent-fill px-1.5 text-xs font-medium text-on-accent">
            12
          </span>
        </State>
        <State name="a tag">
          <span className="rounded-full bg-accent-soft px-2 py-0.5 text-xs text-accent">camping</span>
        </State>
      </States>
    </div>
  );
}

function Shape() {
  return (
    <States>
      <State name="radius">
        <span className="size-16 rounded-md border border-line-strong bg-raised" />
      </State>
      <State name="round">
        <span className="size-16 rounded-full border border-line-strong bg-raised" />
      </State>
      <State name="what floats">
        <span className="size-16 rounded-md border border-line-strong bg-raised shadow-pop" />
      </State>
    </States>
  );
}

function Motion() {
  const [round, setRound] = useState(0);
  const [isThere, setIsThere] = useState(false);
  return (
    <States>
      <State name="a change, 160 ms">
        <span className="flex w-40 rounded-md border border-line p-1">
          <span
            className={`size-6 rounded-md bg-accent-fill transition-transform ${isThere ? "translate-x-31" : ""}`}
          />
        </span>
      </State>
      <State name="an arrival, 180 ms">
        <span
          key={round}
          className="animate-rise rounded-md border border-line-strong bg-raised px-3 py-1 text-sm"
        >
          Saved
        </span>
      </State>
      <State name="play them; still under reduced motion">
        <Button
          onClick={() => {
            setRound(round + 1);
            setIsThere(!isThere);
          }}
        >
          Play
        </Button>
      </State>
    </States>
  );
}

export const tokenSpecimens: Specimen[] = [
  {
    id: "colours",
    title: "Colours",
    about: "Every text keeps 4.5 : 1 on every surface, in every theme.",
    keywords: "color token palette accent surface contrast",
    Show: Colours,
  },
  {
    id: "type",
    title: "Type",
    about: "One scale; keys, badges and tags are made of it.",
    keywords: "font text size heading kbd key badge tag",
    Show: Type,
  },
  {
    id: "shape",
    title: "Radius and shadow",
    about: "One radius; a shadow only under what floats.",
    keywords: "corner elevation",
    Show: Shape,
  },
  {
    id: "motion",
    title: "Motion",
    about: "One curve, 150 to 200 ms.",
    keywords: "animation transition duration",
    Show: Motion,
  },
];
