type Known<Value> = {
  value: Value;
  /** When it was asked for, as milliseconds. */
  at: number;
};
export type Shared<Value> = Known<Value> & {
  /** It could not be asked for again since it became old. */
  isStale: boolean;
};
type Failed = { error: unknown; until: number };

type Options = {
  /** For so long an answer is as good as a new one. */
  freshMs: number;
  /** For so long it is better than none. */
  keptMs: number;
  /** After a failure nobody asks for the same during this time, and for nothing else when the other server is away. */
  pauseMs: number;
  /** Answers that are kept; those that nobody wants go first. */
  most: number;
  isAway: (error: unknown) => boolean;
};

type Question<Value> = {
  key: string;
  ask: () => Promise<Value>;
  /** Called before the other server is asked; what it throws refuses this caller alone. */
  mayAsk: () => Promise<void>;
};

/** Answers of another server in the memory of this process, for all who ask for the same: asked once, however many wait. */
export class SharedAnswers<Value> {
  readonly #options: Options;
  readonly #known = new Map<string, Known<Value>>();
  readonly #failed = new Map<string, Failed>();
  readonly #asked = new Map<string, Promise<Known<Value>>>();
  #away: Failed | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws what `ask` throws, when there is nothing to answer instead */
  async read(question: Question<Value>): Promise<Shared<Value>> {
    const last = this.#known.get(question.key);
    try {
      return { ...(this.#fresh(question.key) ?? (await this.#ask(question))), isStale: false };
    } catch (error) {
      if (last && Date.now() - last.at < this.#options.keptMs) return { ...last, isStale: true };
      throw error;
    }
  }

  #fresh(key: string): Known<Value> | undefined {
    const last = this.#known.get(key);
    if (!last || Date.now() - last.at >= this.#options.freshMs) return undefined;
    put(this.#known, key, last, this.#options.most);
    return last;
  }

  async #ask({ key, ask, mayAsk }: Question<Value>): Promise<Known<Value>> {
    const pause = [this.#away, this.#failed.get(key)].find((failed) => failed && failed.until > Date.now());
    if (pause) throw pause.error;
    if (!this.#asked.has(key)) await mayAsk();
    // Somebody else may have asked meanwhile, and even been answered.
    const answer = this.#fresh(key);
    if (answer) return answer;
    if (!this.#asked.has(key)) this.#asked.set(key, this.#start(key, ask));
    return this.#asked.get(key)!;
  }

  async #start(key: string, ask: () => Promise<Value>): Promise<Known<Value>> {
    const { pauseMs, most, isAway } = this.#options;
    try {
      const answer = { value: await ask(), at: Date.now() };
      put(this.#known, key, answer, most);
      this.#failed.delete(key);
      this.#away = null;
      return answer;
    } catch (error) {
      const pause = { error, until: Date.now() + pauseMs };
      if (isAway(error)) this.#away = pause;
      else put(this.#failed, key, pause, most);
      throw error;
    } finally {
      this.#asked.delete(key);
    }
  }
}

/** As the last one; the first one goes when there are too many. */
function put<Item>(map: Map<string, Item>, key: string, item: Item, most: number): void {
  map.delete(key);
  map.set(key, item);
  if (map.size > most) map.delete(map.keys().next().value!);
}
