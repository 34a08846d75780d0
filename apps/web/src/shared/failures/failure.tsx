import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodConfuzed } from '@tabler/icons-react';
import { useEffect } from 'react';
import { CallProblem, hasNoResponse, isTemporary } from '../calls/call.ts';
import { sentences } from '../calls/sentences.ts';
import { Empty } from '../ui/empty.tsx';

/** Delay before a retry if the server sends no `Retry-After`: long enough to read the sentence. */
const RETRY_SECONDS = 5;

interface FailureProps {
  title?: string | undefined;
  reason: unknown;
  onRetry: () => void;
}

/**
 * Shown in place of a page or a part that failed: what happened, and a button to retry. Temporary failures are
 * retried automatically.
 */
export function Failure({ title = sentences.page.failed, reason, onRetry }: FailureProps) {
  useEffect(() => {
    if (!isTemporary(reason)) return undefined;
    const timer = setTimeout(onRetry, (reason.retryAfterSeconds ?? RETRY_SECONDS) * 1000);
    return () => clearTimeout(timer);
  }, [reason, onRetry]);
  return (
    <div role="alert">
      <Empty
        icon={hasNoResponse(reason) ? IconCloudOff : IconMoodConfuzed}
        title={title}
        action={
          <Button mt="sm" onClick={onRetry}>
            Повторить
          </Button>
        }
      >
        {isTemporary(reason) ? withRetryNotice(sentenceOf(reason)) : sentenceOf(reason)}
      </Empty>
    </div>
  );
}

/** The server's sentences end without a full stop. */
const withRetryNotice = (sentence: string) => `${sentence.replace(/\.?$/, '.')} ${sentences.page.triesAgain}`;

function sentenceOf(reason: unknown): string {
  if (hasNoResponse(reason)) return sentences.page.noAnswer;
  if (!(reason instanceof CallProblem)) return sentences.page.unknown;
  return reason.error ?? sentences.page.server;
}
