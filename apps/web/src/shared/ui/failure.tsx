import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodConfuzed } from '@tabler/icons-react';
import { useEffect } from 'react';
import { CallProblem, isTemporary } from '../call.ts';
import { sentences } from '../sentences.ts';
import { Empty } from './empty.tsx';

/** As long as the server asks for, or as it takes a person to read the sentence. */
const AGAIN_SECONDS = 5;

/**
 * The general screen for what nobody foresaw: what happened, and the one thing to do about it. What may pass by itself
 * is tried again without her.
 */
export function Failure({ reason, onRetry }: { reason: unknown; onRetry: () => void }) {
  useEffect(() => {
    if (!isTemporary(reason)) return undefined;
    const timer = setTimeout(onRetry, (reason.retryAfterSeconds ?? AGAIN_SECONDS) * 1000);
    return () => clearTimeout(timer);
  }, [reason, onRetry]);
  return (
    <div role="alert">
      <Empty
        icon={isSilence(reason) ? IconCloudOff : IconMoodConfuzed}
        title={sentences.page.failed}
        action={
          <Button mt="sm" onClick={onRetry}>
            Повторить
          </Button>
        }
      >
        {isTemporary(reason) ? withHope(sentenceOf(reason)) : sentenceOf(reason)}
      </Empty>
    </div>
  );
}

const isSilence = (reason: unknown) => reason instanceof CallProblem && reason.status === undefined;

/** The server's sentences end without a full stop. */
const withHope = (sentence: string) => `${sentence.replace(/\.?$/, '.')} ${sentences.page.triesAgain}`;

function sentenceOf(reason: unknown): string {
  if (isSilence(reason)) return sentences.page.noAnswer;
  if (!(reason instanceof CallProblem)) return sentences.page.unknown;
  return reason.error ?? sentences.page.server;
}
