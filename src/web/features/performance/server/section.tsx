import { type ReactNode, useId } from "react";

type SectionProps = {
  title: string;
  note?: string;
  /** What stands there instead of the list; false where there is one. */
  empty: string | false;
  children: ReactNode;
};

/** A list under its name, in a frame. */
export function Section({ title, note, empty, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="font-medium">
        {title}
      </h2>
      {note && <p className="text-xs text-muted">{note}</p>}
      {empty ? (
        <p className="mt-2 text-sm text-muted">{empty}</p>
      ) : (
        <div className="mt-2 overflow-hidden rounded-md border border-line">{children}</div>
      )}
    </section>
  );
}
