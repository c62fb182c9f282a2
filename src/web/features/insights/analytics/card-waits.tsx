import { LoadFault } from "../../../kernel/load-fault.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";

type CardWaitsProps = {
  /** What its card is called. */
  title: string;
  query: { error: unknown; refetch: () => unknown };
  rows: number;
};

/** In the place of a card whose figures are on their way, or couldn't be loaded. */
export function CardWaits({ title, query: { error, refetch }, rows }: CardWaitsProps) {
  if (!error) return <SkeletonRows count={rows} />;
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-4">
      <h2 className="text-sm font-semibold">{title}</h2>
      <LoadFault isInline error={error} onRetry={() => void refetch()} />
    </section>
  );
}
