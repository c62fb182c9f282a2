import type { Remark } from "./ics.ts";

const REMARKS_MAX = 1_000;
const TITLE_MAX = 200;

/** What was left out of a file or changed, as much of it as somebody reads. */
export class Remarks {
  readonly list: Remark[] = [];
  /** How many there are, with those that the list has no room for. */
  count = 0;

  add({ line, why, title }: Remark) {
    this.count += 1;
    if (this.list.length < REMARKS_MAX) this.list.push({ line, why, title: title.slice(0, TITLE_MAX) });
  }
}
