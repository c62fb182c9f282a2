import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryCacheNotifyEvent,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
  type RefetchOptions,
  type RefetchQueryFilters,
} from "@tanstack/react-query";

/** More pages of a list are on their way, and no answer that stands for all of it. */
const isPaging = ({ state }: Query): boolean =>
  state.fetchStatus !== "idle" && Boolean(state.fetchMeta?.fetchMore);

/**
 * A client that shows no answer from before a change for good. To TanStack's any answer that comes after `invalidateQueries` is the new
 * one: also the first of a query, which was on its way and is not asked for twice; the next page of a list, which was asked for instead
 * of all of it; and what the page itself puts there. Here a query stays invalidated until what was asked for afterwards, as a whole, has come.
 */
export class FreshQueryClient extends QueryClient {
  /** Invalidated, and without an answer that was asked for since. */
  private readonly owed = new WeakSet<Query>();
  /** Its whole answer is on its way, and was asked for after it was invalidated. */
  private readonly asked = new WeakSet<Query>();

  constructor(config?: QueryClientConfig) {
    super(config);
    this.getQueryCache().subscribe((event) => this.follow(event));
  }

  /** Resolves when what is on the screen of them has been answered by what was asked for after this call. */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const found = this.getQueryCache().findAll(filters);
    for (const query of found) this.owe(query);
    await super.invalidateQueries(filters, options);
    const again = found.filter((query) => this.asked.has(query));
    await Promise.allSettled(again.flatMap(({ promise }) => promise ?? []));
  }

  /** A page that somebody asked for is not given up for the whole list, which is asked for when the page is there. */
  override refetchQueries<Key extends QueryKey = QueryKey>(
    filters: RefetchQueryFilters<Key> = {},
    options?: RefetchOptions,
  ): Promise<void> {
    const { predicate } = filters;
    const isAsked: typeof predicate = (query) => {
      const isWanted = !predicate || predicate(query);
      if (!isWanted || !isPaging(query as never)) return isWanted;
      this.owe(query as never);
      return false;
    };
    return super.refetchQueries({ ...filters, predicate: isAsked }, options);
  }

  private owe(query: Query): void {
    this.owed.add(query);
    this.asked.delete(query);
  }

  private follow(event: QueryCacheNotifyEvent): void {
    if (event.type !== "updated") return;
    const { query, action } = event;
    if (action.type === "fetch") {
      if (!action.meta?.fetchMore) this.asked.add(query);
      // The whole list was on its way, and is given up for this page.
      else if (this.asked.has(query)) this.owe(query);
    } else if (action.type === "error" || (action.type === "success" && !action.manual)) {
      if (!this.asked.delete(query)) {
        if (this.owed.has(query)) queueMicrotask(() => this.refetch(query));
      } else if (action.type === "success") this.owed.delete(query);
    } else if (query.state.fetchStatus === "idle") this.asked.delete(query);
    // An answer from before, what the page puts there, and a fetch that is given up take the mark off.
    if (this.owed.has(query) && !query.state.isInvalidated) query.setState({ isInvalidated: true });
  }

  private refetch(query: Query): void {
    if (query.isActive() && query.state.fetchStatus === "idle") void query.fetch().catch(() => {});
  }
}
