import { clsx } from "clsx";
import { createContext, useContext, type ReactNode, type Ref } from "react";

/** What stands before a screen's title: the way back, where the frame around it has one. */
export const BeforeTitle = createContext<ReactNode>(null);

type ScreenProps = {
  title: ReactNode;
  /** Gets the focus when the page changes (lib/page-title.ts). */
  heading?: Ref<HTMLHeadingElement>;
  /** Of the heading; 1 for a screen of its own. */
  level?: 1 | 3;
  /**
   * "reading": one column of 720 px in the middle, the same as a note's text. "full": from edge to edge, for lists and tables; "filled": the same,
   * and what it shows takes the rest of the height and scrolls by itself.
   */
  frame: "reading" | "full" | "filled";
  /** At the end of the title's row. */
  actions?: ReactNode;
  /** The rows under it: what is searched for and left out. */
  filters?: ReactNode;
  children: ReactNode;
};

/** A screen of the app under its title: every one begins at the same height, and those of one frame at the same left edge. */
export function Screen({ title, heading, level = 1, frame, actions, filters, children }: ScreenProps) {
  const Heading = `h${level}` as const;
  const isReading = frame === "reading";
  const isFilled = frame === "filled";
  const before = useContext(BeforeTitle);
  return (
    <div
      className={clsx(
        "relative",
        isReading && "mx-auto max-w-3xl px-4 pb-12 sm:px-6",
        frame === "full" && "px-4 pb-12",
        isFilled && "flex h-full flex-col",
      )}
    >
      <header className={clsx("shrink-0", isFilled && "px-4")}>
        <div className={clsx("flex min-h-12 items-center", before ? "-ms-2 gap-1" : "gap-2")}>
          {level === 1 && before}
          <Heading
            ref={heading}
            tabIndex={-1}
            className="min-w-0 flex-1 truncate text-xl font-semibold tracking-tight"
          >
            {title}
          </Heading>
          {actions}
        </div>
        {filters && <div className="flex flex-col gap-2 pb-3">{filters}</div>}
      </header>
      {isFilled ? <div className="min-h-0 flex-1">{children}</div> : children}
    </div>
  );
}
