import { Download } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { t } from "../../../lib/messages/t.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/overlay/menu.tsx";
import type { ChartRow } from "./chart-rows.ts";
import { downloadCsv, downloadPicture } from "./chart-files.ts";
import { figure } from "./periods.ts";

type ChartCardProps = {
  title: string;
  rows: readonly ChartRow[];
  /** What a number of it is, in words; of words added and removed, both are told. */
  told?: (value: number) => string;
  /** Names in no order of time: their picture is a list as well. */
  isList?: boolean;
  /** The last row stands first in the table. */
  isNewestFirst?: boolean;
  onOpen: (row: ChartRow) => void;
  children: ReactNode;
};

/** A chart under its title: its numbers as a table, as a file, as a picture. */
export function ChartCard({
  title,
  rows,
  told = figure,
  isList = false,
  isNewestFirst = false,
  onOpen,
  children,
}: ChartCardProps) {
  const [isTable, setIsTable] = useState(false);
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-4"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-2">
        <h2 id={heading} className="min-w-0 flex-1 text-sm font-semibold">
          {title}
        </h2>
        <Button
          look="quiet"
          className="pointer-coarse:h-11"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? t("Show the chart") : t("Show as a table")}
        </Button>
        <Menu
          trigger={
            <IconButton label={t("Export: {title}", { title })}>
              <Download size={15} aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem onSelect={() => downloadCsv({ title, rows })}>{t("As CSV")}</MenuItem>
          <MenuItem onSelect={() => downloadPicture({ title, rows, told, isList })}>
            {t("As Picture")}
          </MenuItem>
        </Menu>
      </div>
      {isTable ? (
        <NumberTable
          title={title}
          rows={isNewestFirst ? rows.toReversed() : rows}
          told={told}
          onOpen={onOpen}
        />
      ) : (
        children
      )}
    </section>
  );
}

function NumberTable({
  title,
  rows,
  told,
  onOpen,
}: Pick<ChartCardProps, "title" | "rows" | "onOpen"> & { told: (value: number) => string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
    <div className="max-h-64 overflow-auto" role="region" aria-label={t("Numbers")} tabIndex={0}>
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{title}</caption>
        {rows.some(({ removed }) => removed !== undefined) && <WordsHead />}
        <tbody>
          {rows
            .filter(({ value, removed = 0 }) => value + removed > 0)
            .map((row) => (
              <tr key={row.key} className="border-t border-line">
                <th scope="row" className="px-2 py-1 text-start font-normal">
                  <bdi>{row.label}</bdi>
                </th>
                {row.removed === undefined ? (
                  <NumberCell words={told(row.value)} onOpen={() => onOpen(row)} />
                ) : (
                  <>
                    <NumberCell words={figure(row.value)} onOpen={() => onOpen(row)} />
                    <NumberCell words={figure(row.removed)} onOpen={() => onOpen(row)} />
                  </>
                )}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

const WordsHead = () => (
  <thead className="text-xs text-muted">
    <tr>
      <th scope="col" className="px-2 py-1 text-start font-normal">
        {t("Name")}
      </th>
      <th scope="col" className="px-2 py-1 text-end font-normal">
        {t("Added")}
      </th>
      <th scope="col" className="px-2 py-1 text-end font-normal">
        {t("Removed")}
      </th>
    </tr>
  </thead>
);

const NumberCell = ({ words, onOpen }: { words: string; onOpen: () => void }) => (
  <td className="py-1 text-end">
    <Button look="quiet" className="h-7! px-2!" onClick={onOpen}>
      {words}
    </Button>
  </td>
);
