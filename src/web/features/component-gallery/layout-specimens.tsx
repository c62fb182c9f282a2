import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Screen } from "../../ui/screen.tsx";
import { TabList, tabPanel } from "../../ui/tab-list.tsx";
import { Ticker } from "../../ui/data-parts/ticker.tsx";
import { State, States, type Specimen } from "./specimen.tsx";

/** The gallery's own title is the only one the page has: these say how theirs would look. */
function Screens() {
  return (
    <States>
      {(["reading", "full"] as const).map((frame) => (
        <State key={frame} name={frame} isWide>
          <div className="overflow-hidden rounded-md border border-line">
            <Screen
              frame={frame}
              title="Journeys"
              level={3}
              actions={<Button look="primary">New Note</Button>}
              filters={<Button className="self-start">Filter</Button>}
            >
              <p className="text-sm text-muted">What the screen shows begins at the edge of its title.</p>
            </Screen>
          </div>
        </State>
      ))}
    </States>
  );
}

const TABS = [
  { id: "info", title: "Info" },
  { id: "outline", title: "Outline" },
  { id: "comments", title: "Comments" },
] as const;

function Tabs() {
  const [current, setCurrent] = useState<(typeof TABS)[number]["id"]>("info");
  const panelId = useId();
  return (
    <State name="arrows, Home and End choose" isWide>
      <div className="max-w-sm">
        <TabList label="About a note" tabs={TABS} current={current} panelId={panelId} onChoose={setCurrent} />
        <p {...tabPanel(panelId, current)} className="px-2 pt-3 text-sm text-muted">
          {TABS.find(({ id }) => id === current)?.title}
        </p>
      </div>
    </State>
  );
}

function Tickers() {
  const lines = [
    { name: "one word", words: "Rain" },
    {
      name: "a long line",
      words: "The mason comes on Friday at nine, so the gravel has to be off the drive by Thursday evening.",
    },
    { name: "right to left, paused", words: "اجتماع الفريق غدا في التاسعة", isPaused: true },
  ];
  return (
    <div className="flex flex-col gap-4">
      {lines.map(({ name, words, isPaused = false }) => (
        <State key={name} name={name} isWide>
          <div className="flex rounded-md border border-line bg-panel px-3 py-1 text-muted">
            <Ticker words={words} seconds={18} isPaused={isPaused} />
          </div>
        </State>
      ))}
    </div>
  );
}

export const layoutSpecimens: Specimen[] = [
  {
    id: "screens",
    title: "Screen",
    about: "A title at the same height and edge on every screen, what can be done at its end, filters below.",
    keywords: "frame header heading layout page",
    Show: Screens,
  },
  {
    id: "tabs",
    title: "Tabs",
    about: "Parts of one thing, one at a time.",
    keywords: "tab panel switch",
    Show: Tabs,
  },
  {
    id: "ticker",
    title: "Ticker",
    about:
      "A line that runs through its place, stands under pointer and focus, and is shown in full by a press.",
    keywords: "marquee status bar scroll message",
    Show: Tickers,
  },
];
