import type { ComponentType, ReactNode } from "react";

/** One component of the design system, in every state it has. */
export type Specimen = {
  /** Stands in the address as the hash. */
  id: string;
  title: string;
  about: string;
  /** Words people look for it by. */
  keywords: string;
  Show: ComponentType;
};

/** One state, with its name below. */
export function State({ name, children, isWide }: { name: string; children: ReactNode; isWide?: boolean }) {
  return (
    <figure
      className={isWide ? "flex w-full min-w-0 flex-col gap-2" : "flex min-w-0 flex-col items-start gap-2"}
    >
      <div className={isWide ? "w-full min-w-0" : "flex min-h-8 max-w-full items-center"}>{children}</div>
      <figcaption className="text-xs text-faint">{name}</figcaption>
    </figure>
  );
}

export function States({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-start gap-x-6 gap-y-5">{children}</div>;
}
