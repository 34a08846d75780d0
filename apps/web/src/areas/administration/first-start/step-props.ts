import type { FirstStart, finishFirstStart } from '@snimok/contract/administration/first-start';
import type { z } from 'zod';

export type FinishedStart = z.output<(typeof finishFirstStart.schema.response)[200]>;

export interface StepProps {
  token: string;
  state: FirstStart;
  /** reads the state again, which leads to the next question */
  onAnswered: () => Promise<void>;
  onFinished: (finished: FinishedStart) => void;
}
