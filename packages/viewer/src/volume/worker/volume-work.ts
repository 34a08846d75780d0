import type { FromVolume, ToVolume } from './messages.ts';
import type { ProgressiveVolume } from './progressive-volume.ts';

type Request = Extract<ToVolume, { type: 'request' }>;
type Arrived = Extract<ToVolume, { type: 'slice' }>;
type Response = Extract<FromVolume, { type: 'response' }>;

interface Pending {
  request: Request;
  /** an estimate, in samples that are read; 0: done at once, for a user who waits */
  cost: number;
  /** the next part of an answer that has been begun */
  next?: () => Response['response'] | undefined;
}

/**
 * The preview is not enlarged for `QUIET_MS` after the last request of a pane, but this waits for `MOST_POSTPONED_MS`
 * at most.
 */
const QUIET_MS = 100;
const MOST_POSTPONED_MS = 2000;

/**
 * The work of the volume worker, done in steps of at most some milliseconds. The most urgent comes first: the slices
 * and probes that a user waits for. Then come sheets in parts, the smallest first, alternately with the writing of
 * slices that have arrived. The enlarging of the preview comes last. So a key press waits for one step, whatever else
 * is queued.
 */
export class VolumeWork {
  #volume: ProgressiveVolume;
  #respond: (response: Response) => void;
  #giveBack: (values: Arrived['values']) => void;
  #requests: Pending[] = [];
  #arrived: Arrived[] = [];
  #isTurnOfArrived = true;
  #isEnlarging = false;
  #now: () => number;
  #askedAt = -Infinity;
  /** since when the enlarging has waited for a user */
  #postponedAt: number | undefined;

  /**
   * @param giveBack receives the array of each slice that has been stored
   * @param now milliseconds
   */
  constructor(
    volume: ProgressiveVolume,
    respond: (response: Response) => void,
    giveBack: (values: Arrived['values']) => void,
    now = () => performance.now(),
  ) {
    this.#volume = volume;
    this.#respond = respond;
    this.#giveBack = giveBack;
    this.#now = now;
  }

  request(request: Request): void {
    const cost = costOf(request);
    this.#requests.push({ request, cost });
    if (cost === 0) this.#askedAt = this.#now();
  }

  /** Stores a slice later. */
  put(slice: Arrived): void {
    this.#arrived.push(slice);
    this.#isEnlarging = true;
  }

  /** Does one step. Returns what it changed, `postponed` if the rest is to wait, or undefined when there is nothing left to do. */
  step(): 'answered' | 'written' | 'enlarged' | 'postponed' | undefined {
    const first = this.#nextRequest();
    const isUrgent = first?.cost === 0;
    if (first && (isUrgent || !this.#isTurnOfArrived || this.#arrived.length === 0)) {
      this.#isTurnOfArrived = true;
      this.#advance(first);
      return 'answered';
    }
    this.#isTurnOfArrived = false;
    const slice = this.#arrived.shift();
    if (slice) {
      if (slice.isHalf) this.#volume.putHalf(slice.index, slice.values);
      else this.#volume.putSlice(slice.index, slice.values);
      this.#giveBack(slice.values);
      return 'written';
    }
    if (!this.#isEnlarging) return undefined;
    if (this.#isPostponed()) return 'postponed';
    this.#isEnlarging = this.#volume.enlargeNextSlice();
    return 'enlarged';
  }

  /**
   * Whether the enlarging waits. Its steps are short, but in sequence they take a core from the page, which draws what
   * the user scrolls to.
   */
  #isPostponed(): boolean {
    const now = this.#now();
    if (now - this.#askedAt >= QUIET_MS) return false;
    this.#postponedAt ??= now;
    return now - this.#postponedAt < MOST_POSTPONED_MS;
  }

  /** The cheapest request; among equally cheap ones, the oldest. */
  #nextRequest(): Pending | undefined {
    return this.#requests.reduce<Pending | undefined>(
      (least, one) => (least && least.cost <= one.cost ? least : one),
      undefined,
    );
  }

  #advance(pending: Pending): void {
    const { id, kind, request } = pending.request;
    pending.next ??= this.#volume.answerInParts(kind, request);
    const response = pending.next();
    if (!response) return;
    this.#requests.splice(this.#requests.indexOf(pending), 1);
    this.#respond({ type: 'response', id, response });
  }
}

/** Sheets are done in parts; what is neither urgent nor divisible comes after them. */
function costOf(message: Request): number {
  switch (message.kind) {
    case 'slice':
    case 'probe':
    case 'rod':
      return 0;
    case 'sheet': {
      const { columns, heightMm, pixelMm, slabMm, stepMm } = message.request;
      const depths = Math.max(1, (slabMm[1] - slabMm[0]) / stepMm);
      return columns.length * ((heightMm[1] - heightMm[0]) / pixelMm) * depths;
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}
