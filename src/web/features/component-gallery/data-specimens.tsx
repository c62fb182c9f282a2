import { useState } from "react";
import { ChartFrame } from "../../ui/data-parts/chart-frame.tsx";
import { DATA_COLORS, dataColor } from "../../ui/data-parts/data-color.ts";
import { ItemRow } from "../../ui/data-parts/item-row.tsx";
import { Sparkline } from "../../ui/data-parts/sparkline.tsx";
import { WidgetCard } from "../../ui/data-parts/widget-card.tsx";
import { State, type Specimen } from "./specimen.tsx";

function Ramp() {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {["bg", "panel"].map((ground) => (
        <State key={ground} name={`on ${ground}`} isWide>
          <ul
            className="grid grid-cols-4 gap-3 rounded-md border border-line p-3"
            style={{ background: `var(--${ground})` }}
          >
            {DATA_COLORS.map((color) => (
              <li key={color} className="flex flex-col gap-1 text-xs" style={{ color: dataColor(color) }}>
                <span
                  aria-hidden="true"
                  className="h-8 rounded-md forced-color-adjust-none"
                  style={{ background: dataColor(color) }}
                />
                data-{color}
              </li>
            ))}
          </ul>
        </State>
      ))}
    </div>
  );
}

function Sparklines() {
  const lines = [
    { name: "rising", values: [2, 3, 2.5, 4, 5, 4.5, 7] },
    { name: "unchanged", values: [4, 4, 4] },
    { name: "below zero", values: [3, -2, -5, 1] },
  ];
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {lines.map(({ name, values }) => (
        <State key={name} name={name} isWide>
          <Sparkline values={values} label={`Visits, ${name}`} className="h-12" />
        </State>
      ))}
    </div>
  );
}

function Rows() {
  const [isDone, setIsDone] = useState(false);
  const lead = { isDone, onToggle: setIsDone };
  const project = { name: "Garden", color: 4 } as const;
  return (
    <div className="flex flex-col gap-4">
      <State name="task" isWide>
        <ItemRow
          title="Order stone"
          lead={lead}
          date={{ words: "Fri, Nov 27" }}
          project={project}
          priority="high"
        />
      </State>
      <State name="late, done" isWide>
        <ItemRow
          title="Call the quarry about what is left of last year's delivery and whether it can be sent on"
          lead={{ isDone: false, onToggle: () => undefined }}
          date={{ words: "Overdue: Yesterday", isLate: true }}
          priority="medium"
        />
        <ItemRow title="Measure the wall" lead={{ isDone: true, onToggle: () => undefined }} priority="low" />
      </State>
      <State name="event" isWide>
        <ItemRow title="Visit of the mason" lead={{ time: "9:30 AM" }} project={project} />
        <ItemRow title="Open gardens" lead={{ time: "All day" }} project={{ name: "Village", color: 2 }} />
      </State>
    </div>
  );
}

function Widgets() {
  return (
    <div className="grid auto-rows-[11rem] gap-4 sm:grid-cols-3">
      <WidgetCard title="Notes" link={<span>All</span>}>
        <p className="text-2xl font-semibold tabular-nums">1,284</p>
      </WidgetCard>
      <WidgetCard title="Streak" isSample>
        <p className="text-2xl font-semibold tabular-nums">12 days</p>
      </WidgetCard>
      <WidgetCard title="Today">
        <ItemRow title="Order stone" lead={{ isDone: false, onToggle: () => undefined }} priority="high" />
        <ItemRow title="Visit of the mason" lead={{ time: "9:30 AM" }} />
      </WidgetCard>
    </div>
  );
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"];
const WRITTEN = [420, 610, 180, 990, 730];
const READ = [300, 210, 640, 400, 820];

function Charts() {
  const line = (values: number[]) => values.map((value, at) => `${at * 25},${100 - value / 11}`).join(" ");
  const rows = DAYS.map((label, at) => ({ label, values: [WRITTEN[at]!, READ[at]!] }));
  const series = [
    { name: "Written", color: 1 },
    { name: "Read", color: 2 },
  ] as const;
  return (
    <div className="flex flex-col gap-6">
      <State name="with its numbers" isWide>
        <ChartFrame title="Words a day" series={series} rows={rows}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="h-32 w-full">
            {[WRITTEN, READ].map((values, index) => (
              <polyline
                key={series[index]!.name}
                points={line(values)}
                fill="none"
                strokeWidth="2"
                vectorEffect="non-scaling-stroke"
                style={{ stroke: dataColor(series[index]!.color) }}
              />
            ))}
          </svg>
        </ChartFrame>
      </State>
      <State name="nothing yet" isWide>
        <ChartFrame title="Tasks done a week" series={[{ name: "Done", color: 3 }]} rows={[]}>
          {null}
        </ChartFrame>
      </State>
      <State name="loading" isWide>
        <ChartFrame title="Days of use" series={[{ name: "Days", color: 4 }]} rows={[]} isLoading>
          {null}
        </ChartFrame>
      </State>
    </div>
  );
}

export const dataSpecimens: Specimen[] = [
  {
    id: "data-colors",
    title: "Colors for data",
    about: "Eight, for calendars, projects and series; they mean nothing by themselves.",
    keywords: "ramp palette chart category",
    Show: Ramp,
  },
  {
    id: "item-rows",
    title: "Task and event row",
    about: "The same row in notes, lists, widgets, calendar and search.",
    keywords: "task event due priority project todo",
    Show: Rows,
  },
  {
    id: "widget-cards",
    title: "Widget",
    about: "A quiet panel in three sizes; what is nobody's own says Sample.",
    keywords: "dashboard card panel",
    Show: Widgets,
  },
  {
    id: "chart-frames",
    title: "Chart frame",
    about: "Title, legend by shape and color, and the numbers as a table.",
    keywords: "graph plot statistics series legend",
    Show: Charts,
  },
  {
    id: "sparkline",
    title: "Sparkline",
    about: "How a figure went, beside the figure itself.",
    keywords: "chart trend line metric",
    Show: Sparklines,
  },
];
