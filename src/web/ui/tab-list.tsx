import { clsx } from "clsx";
import { useLayoutEffect, useRef, type KeyboardEvent } from "react";

type TabListProps<Id extends string> = {
  label: string;
  tabs: readonly { id: Id; title: string }[];
  current: Id;
  /** The element that they change, whose name is that of the current tab: `tabPanel` gives its attributes. */
  panelId: string;
  onChoose: (id: Id) => void;
  /** Where there is little room for many. */
  isTight?: boolean;
};

const tabId = (panelId: string, id: string) => `${panelId}-${id}`;

/** The attributes of what stands under the tabs. */
export const tabPanel = (panelId: string, current: string) =>
  ({ id: panelId, role: "tabpanel", "aria-labelledby": tabId(panelId, current) }) as const;

/** Tabs in a row: one stop of the Tab key, arrows, Home and End choose among them (WAI-ARIA, tabs with automatic activation). */
export function TabList<Id extends string>({
  label,
  tabs,
  current,
  panelId,
  onChoose,
  isTight = false,
}: TabListProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex(({ id }) => id === current);
  const buttonAt = (index: number) => list.current?.querySelectorAll("button")[index];
  // Where not all have room, the one whose panel is shown has it.
  useLayoutEffect(() => {
    const [of, own] = [list.current, buttonAt(at)].map((each) => each?.getBoundingClientRect());
    if (of && own)
      list.current!.scrollLeft += Math.max(0, own.right - of.right) - Math.max(0, of.left - own.left);
  }, [at]);
  const handleKey = (event: KeyboardEvent) => {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const steps: Record<string, number> = {
      ArrowRight: at + forward,
      ArrowLeft: at - forward,
      Home: 0,
      End: tabs.length - 1,
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = (step + tabs.length) % tabs.length;
    onChoose(tabs[next]!.id);
    buttonAt(next)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={handleKey}
      className="flex min-w-0 items-center gap-0.5 overflow-x-auto outline-none max-[21rem]:flex-wrap [scrollbar-width:none] pointer-coarse:pe-2"
    >
      {tabs.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(panelId, id)}
          aria-selected={id === current}
          aria-controls={panelId}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChoose(id)}
          className={clsx(
            isTight ? "px-1 text-[0.8125rem]" : "px-2 text-sm max-[21rem]:px-1",
            "tap flex h-8 shrink-0 items-center rounded-md whitespace-nowrap text-muted hover:bg-hover hover:text-ink aria-selected:bg-pressed aria-selected:font-medium aria-selected:text-ink",
          )}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
