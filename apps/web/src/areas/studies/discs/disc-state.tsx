import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { formatBytes } from '@snimok/api-client/format-numbers';
import type * as discs from '@snimok/contract/studies/discs';
import { IconAlertCircle, IconDownload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import { explain } from '../../../shared/calls/explain.ts';
import { startDownload } from '../../../shared/calls/start-download.ts';

type Disc = z.output<typeof discs.Disc>;

export interface DiscCalls {
  request: () => Promise<Disc>;
  read: () => Promise<Disc>;
  /** returns true if the refusal replaces the whole page */
  onRefused?: (reason: unknown) => boolean;
}

type State = Disc | 'starting' | { failure: string };

const POLL_MS = 1000;
const FAILED = 'Не удалось подготовить диск. Попробуйте ещё раз';

/** Has the ZIP made, shows the progress, and starts its download when it is ready. */
export function DiscState({ calls }: { calls: DiscCalls }) {
  const { state, again } = useDisc(calls);
  return (
    <Stack gap="md">
      <Text>
        Архив для записи на диск или флешку: снимки DICOM с оглавлением DICOMDIR и страница, которая
        показывает их без интернета и программ.
      </Text>
      <Progressing state={state} onAgain={again} />
    </Stack>
  );
}

function Progressing({ state, onAgain }: { state: State; onAgain: () => void }) {
  if (state !== 'starting' && 'failure' in state)
    return (
      <>
        <Alert role="alert" color="red" icon={<IconAlertCircle />}>
          {state.failure}
        </Alert>
        <Button onClick={onAgain}>Повторить</Button>
      </>
    );
  if (state !== 'starting' && state.status === 'ready')
    return (
      <>
        <Text role="status">
          <strong>Архив готов</strong>, {formatBytes(state.sizeBytes ?? 0)}. Скачивание началось. Распакуйте
          его целиком и запишите всё содержимое; для просмотра откройте index.html.
        </Text>
        <Button variant="default" leftSection={<IconDownload size={18} stroke={1.6} />} onClick={onAgain}>
          Скачать ещё раз
        </Button>
      </>
    );
  const percent = state === 'starting' ? 0 : Math.round((state.progress ?? 0) * 100);
  return (
    <div>
      <Text size="sm" mb={4} role="status">
        Готовим архив… Обычно это меньше минуты.
      </Text>
      <Progress value={percent} aria-label="Подготовка архива" animated />
    </div>
  );
}

/** Requests the ZIP and polls until it is ready; ends when the component is unmounted. */
function useDisc(calls: DiscCalls) {
  const [state, setState] = useState<State>('starting');
  const [attempt, setAttempt] = useState(0);
  const make = useEffectEvent((signal: AbortSignal) => makeDisc(calls, signal, setState));
  const isHandled = useEffectEvent((reason: unknown) => calls.onRefused?.(reason));
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    make(signal).catch((reason) => {
      if (signal.aborted || isHandled(reason)) return;
      setState({ failure: explain(reason) });
    });
    return () => ended.abort();
  }, [attempt]);
  const again = () => {
    setState('starting');
    setAttempt((number) => number + 1);
  };
  return { state, again };
}

async function makeDisc(calls: DiscCalls, signal: AbortSignal, onChange: (state: State) => void) {
  let disc = await calls.request();
  while (!signal.aborted && disc.status === 'making') {
    onChange(disc);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (!signal.aborted) disc = await calls.read();
  }
  if (signal.aborted) return;
  if (disc.status !== 'ready' || !disc.presignedURL) return onChange({ failure: disc.reason ?? FAILED });
  await startDownload(disc.presignedURL);
  onChange(disc);
}
