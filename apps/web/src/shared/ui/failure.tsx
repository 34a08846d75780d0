import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodConfuzed } from '@tabler/icons-react';
import { CallProblem } from '../call.ts';
import { sentences } from '../sentences.ts';
import { Empty } from './empty.tsx';

/** The general screen for what nobody foresaw: what happened, and the one thing to do about it. */
export function Failure({ reason, onRetry }: { reason: unknown; onRetry: () => void }) {
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
        {sentenceOf(reason)}
      </Empty>
    </div>
  );
}

const isSilence = (reason: unknown) => reason instanceof CallProblem && reason.status === undefined;

function sentenceOf(reason: unknown): string {
  if (isSilence(reason)) return sentences.page.noAnswer;
  if (!(reason instanceof CallProblem)) return sentences.page.unknown;
  return reason.error ?? sentences.page.server;
}
