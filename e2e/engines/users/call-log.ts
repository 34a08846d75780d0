export interface Entry {
  who: string;
  doing: string;
  /** when it was asked, of `Date.now()` */
  at: number;
  ms: number;
  /** null: no answer came */
  status: number | null;
  /** what the person was told, when something was wrong */
  sentence: string | null;
}

/** What people asked and what they were answered, in their order. */
export class Diary {
  readonly entries: Entry[] = [];
  /** Things somebody saw that are not hers. */
  readonly leaks: string[] = [];

  async note<T>(
    who: string,
    doing: string,
    ask: () => Promise<T>,
    refusalOf: (cause: unknown) => Pick<Entry, 'status' | 'sentence'>,
  ): Promise<T> {
    const [at, began] = [Date.now(), performance.now()];
    const write = (said: Pick<Entry, 'status' | 'sentence'>) =>
      this.entries.push({ who, doing, at, ms: performance.now() - began, ...said });
    try {
      const answer = await ask();
      write({ status: 200, sentence: null });
      return answer;
    } catch (cause) {
      write(refusalOf(cause));
      throw cause;
    }
  }

  /** What was asked from then on and has been answered. */
  since(at: number, who?: string): Entry[] {
    return this.entries.filter((entry) => entry.at >= at && (who === undefined || entry.who === who));
  }
}

export const isFine = ({ status }: Entry): boolean => status !== null && status < 500;
