export interface CallRecord {
  /** the user and the activity */
  who: string;
  /** method and path */
  request: string;
  /** when the call began, as `Date.now()` */
  at: number;
  ms: number;
  /** null: no answer arrived */
  status: number | null;
  /** the text of the error, as shown to the user */
  sentence: string | null;
}

type Answer = Pick<CallRecord, 'status' | 'sentence'>;

/** All calls of the users with their answers, in the order in which they ended. */
export class CallLog {
  readonly calls: CallRecord[] = [];
  /** Data that a user received without the right to see them. */
  readonly leaks: string[] = [];

  async record<T>(
    who: string,
    request: string,
    send: () => Promise<T>,
    answerOf: (cause: unknown) => Answer,
  ): Promise<T> {
    const at = Date.now();
    const began = performance.now();
    const add = (answer: Answer) =>
      this.calls.push({ who, request, at, ms: performance.now() - began, ...answer });
    try {
      const result = await send();
      add({ status: 200, sentence: null });
      return result;
    } catch (cause) {
      add(answerOf(cause));
      throw cause;
    }
  }

  /** The calls that began at this time or later and have ended. */
  since(at: number, who?: string): CallRecord[] {
    return this.calls.filter((call) => call.at >= at && (who === undefined || call.who === who));
  }
}

/** Whether the call was answered without a server error; 4xx counts as served. */
export const isServed = ({ status }: CallRecord): boolean => status !== null && status < 500;
