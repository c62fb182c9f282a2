import type { ReactNode } from "react";
import { handleEdgeKey, handleEscape } from "./result-keys.ts";

type ResultsProps = {
  /** The words these are the answer to; none while they are not, or without any. */
  answered?: string;
  className?: string;
  children: ReactNode;
};

/** What lies under a search field: the arrows go from one to the other, and Escape goes back. */
export function Results({ answered = "", className, children }: ResultsProps) {
  return (
    <div
      // What has the keys are the rows in it.
      role="presentation"
      data-results={answered}
      className={className}
      onKeyDownCapture={handleEdgeKey}
      onKeyDown={handleEscape}
    >
      {children}
    </div>
  );
}
