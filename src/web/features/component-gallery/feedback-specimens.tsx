import { NotebookText } from "lucide-react";
import { useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Bar } from "../../ui/bar.tsx";
import { Button } from "../../ui/button.tsx";
import { CairnMark } from "../../ui/cairn-mark.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Highlighted } from "../../ui/highlighted.tsx";
import { PullToRefresh } from "../../ui/pull-to-refresh.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { LoadingPage, Spinner } from "../../ui/spinner.tsx";
import { tellFailed } from "../../kernel/failed-changes.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { undoable } from "../../kernel/undo.ts";
import { toast } from "../../ui/toast-store.ts";
import { State, States, type Specimen } from "./specimen.tsx";

const TOASTS = {
  success: () => toast.success("Note created successfully"),
  error: () => toast.error("Failed to save settings"),
  info: () => toast.info("Search opened"),
  "with a title": () => toast.error("An error occurred in the background.", { title: "Background Error" }),
  "with an Undo": () => undoable("Note deleted successfully", async () => undefined),
  "with a Retry": () => toast.failed("Failed to update note", () => toast.info("Tried again")),
  "with long words": () =>
    toast.info(`A message with ${"a-word-that-never-ends".repeat(4)} goes on in the next line.`),
};

/** The toaster itself stands in the app's frame; here is what makes it speak. */
function Toasts() {
  return (
    <div className="flex flex-wrap gap-2">
      {Object.entries(TOASTS).map(([name, show]) => (
        <Button key={name} onClick={show}>
          Toast: {name}
        </Button>
      ))}
    </div>
  );
}

function Banners() {
  return (
    <div className="flex flex-col gap-4">
      {(["accent", "warn", "danger"] as const).map((tone) => (
        <State key={tone} name={tone} isWide>
          <Banner tone={tone} action={<Button>Do something</Button>}>
            What is the case, in one sentence, until it is no more.
          </Banner>
        </State>
      ))}
      <State name="without an action" isWide>
        <Banner tone="warn">You are offline. Changes are kept on this device.</Banner>
      </State>
    </div>
  );
}

function Empty() {
  return (
    <EmptyState
      icon={<NotebookText size={20} />}
      title="No notes yet"
      action={<Button look="primary">Write the first one</Button>}
    >
      What you write is saved as you type, here and on the server.
    </EmptyState>
  );
}

function Bars() {
  return (
    <States>
      {[0, 0.02, 0.6, 1].map((part) => (
        <State key={part} name={`${part * 100} %`}>
          <Bar label={`A room, ${part * 100} % full`} part={part} as="meter" className="w-40" />
        </State>
      ))}
      <State name="nearly full">
        <Bar label="A room that is nearly full" part={0.95} as="meter" isHigh className="w-40" />
      </State>
      <State name="progress">
        <Bar label="Work that goes on" part={0.4} as="progressbar" className="w-40" />
      </State>
    </States>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-5">
      <States>
        {[14, 16, 24].map((size) => (
          <State key={size} name={`${size} px`}>
            <Spinner size={size} />
          </State>
        ))}
      </States>
      <State name="a whole page" isWide>
        <div className="h-40 overflow-hidden rounded-md border border-line [&>div]:min-h-full">
          <LoadingPage />
        </div>
      </State>
    </div>
  );
}

function Marks() {
  return (
    <States>
      {[16, 22, 48].map((size) => (
        <State key={size} name={`${size} px`}>
          <CairnMark size={size} />
        </State>
      ))}
    </States>
  );
}

function Retries() {
  const fail = () => tellFailed(SPECIMEN, "Failed to update note", () => toast.info("Tried again"));
  return (
    <States>
      <State name="on a row">
        <Button onClick={fail}>Fail</Button> <RetryMark id={SPECIMEN} />
      </State>
      <State name="where there is little room">
        <RetryMark id={SPECIMEN} isCompact />
      </State>
    </States>
  );
}

const SPECIMEN = "gallery";

function Matches() {
  return (
    <p className="text-base">
      <Highlighted text={"We slept by the \u0002lake\u0003 in two \u0002tents\u0003."} />
    </p>
  );
}

function Pull() {
  const [times, setTimes] = useState(0);
  return (
    <div className="h-32 rounded-md border border-line">
      <PullToRefresh onRefresh={async () => setTimes((before) => before + 1)}>
        <p className="p-4 text-sm text-muted">
          Pull this down with a finger, or press the button that Tab shows. Refreshed {times} times.
        </p>
      </PullToRefresh>
    </div>
  );
}

export const feedbackSpecimens: Specimen[] = [
  {
    id: "toasts",
    title: "Toast",
    about: "One at a time, 4 s; 5 s with a title, 10 s with an action; held while pointed at.",
    keywords: "message notification undo",
    Show: Toasts,
  },
  {
    id: "retry-marks",
    title: "Retry mark",
    about: "On the row of what could not be changed, until it succeeds or is dismissed.",
    keywords: "failed error again",
    Show: Retries,
  },
  {
    id: "banners",
    title: "Banner",
    about: "A line across the page that stays until its reason is gone.",
    keywords: "alert warning offline",
    Show: Banners,
  },
  {
    id: "empty-states",
    title: "Empty state",
    about: "An empty place teaches one action.",
    keywords: "nothing first",
    Show: Empty,
  },
  {
    id: "skeletons",
    title: "Skeleton",
    about: "Rows in the place of rows to come, after 150 ms.",
    keywords: "loading placeholder",
    Show: () => <SkeletonRows count={3} />,
  },
  {
    id: "spinners",
    title: "Spinner",
    about: "Where the shape of what comes is not known.",
    keywords: "loading wait busy",
    Show: Waiting,
  },
  {
    id: "bars",
    title: "Bar",
    about: "How much of a whole there is: of a room that fills, of work that goes on.",
    keywords: "progress meter quota upload",
    Show: Bars,
  },
  {
    id: "pull-to-refresh",
    title: "Pull to refresh",
    about: "A list that is asked for anew when it is pulled down at its top.",
    keywords: "swipe touch mobile reload",
    Show: Pull,
  },
  {
    id: "matches",
    title: "Highlight",
    about: "Why a search found it.",
    keywords: "mark search",
    Show: Matches,
  },
  {
    id: "marks",
    title: "Mark",
    about: "Three stones, in the accent.",
    keywords: "logo brand cairn",
    Show: Marks,
  },
];
