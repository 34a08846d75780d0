import { answerFirstStart } from '@snimok/contract/administration/first-start';
import { useState } from 'react';
import { call } from '../../../shared/calls/call.ts';
import { explain } from '../../../shared/calls/explain.ts';
import type { StepProps } from './step-props.ts';
import type { BodyOf } from '@snimok/contract/platform/endpoint';

type Step = BodyOf<typeof answerFirstStart>['step'];

/** Saves the settings of a step and continues with the next step; `skip` continues without settings. */
export function useAnswer({ token, onAnswered }: Pick<StepProps, 'token' | 'onAnswered'>, step: Step) {
  const [isSkipping, setSkipping] = useState(false);
  const [failure, setFailure] = useState<string>();
  const answer = async (changes: Record<string, string>) => {
    await call(answerFirstStart, { body: { token, step, changes } });
    await onAnswered();
  };
  const skip = async () => {
    setSkipping(true);
    await answer({}).catch((reason) => setFailure(explain(reason)));
    setSkipping(false);
  };
  return { answer, skip, isSkipping, failure };
}
