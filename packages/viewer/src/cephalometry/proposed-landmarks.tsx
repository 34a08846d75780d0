import { Button, Group } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../controls/use-shortcuts.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import classes from './cephalometry.module.css';
import { LANDMARKS } from './analyses/landmarks.ts';
import { modelText, type Proposal, type Proposed } from './proposal.ts';
import review from './proposal.module.css';

interface ProposedLandmarksProps {
  proposal: Proposal<unknown> | undefined;
  /** those of the shown analysis that a person has not decided about */
  open: readonly Proposed<unknown>[];
  /** the one that the next decision is about */
  current: Proposed<unknown> | undefined;
  /** undefined until the picture has arrived */
  ask: ((signal: AbortSignal) => Promise<void>) | undefined;
  onConfirm: (landmark: Proposed<unknown>) => void;
  onSkip: (landmark: Proposed<unknown>) => void;
  onDrop: () => void;
}

/** Asks the centre's model for landmarks, and a person about each of them. */
export function ProposedLandmarks({ proposal, ask, ...decisions }: ProposedLandmarksProps) {
  return proposal ? <ProposalReview proposal={proposal} {...decisions} /> : <AskForLandmarks ask={ask} />;
}

function AskForLandmarks({ ask }: Pick<ProposedLandmarksProps, 'ask'>) {
  const { explain } = useViewerHost();
  const [failure, setFailure] = useState<unknown>();
  const [asking, setAsking] = useState<AbortController>();
  useEffect(() => () => asking?.abort(), [asking]);
  const start = async () => {
    if (!ask) return;
    const started = new AbortController();
    setFailure(undefined);
    setAsking(started);
    try {
      await ask(started.signal);
    } catch (reason) {
      if (!started.signal.aborted) setFailure(reason);
    } finally {
      setAsking((now) => (now === started ? undefined : now));
    }
  };
  return (
    <div className={classes.note}>
      <Button
        size="compact-md"
        variant="default"
        disabled={!ask}
        loading={asking !== undefined}
        onClick={() => void start()}
      >
        Предложить точки
      </Button>
      <span role="status">{asking && 'Модель ищет точки. Это занимает до минуты'}</span>
      {failure !== undefined && <span role="alert">{explain(failure, 'Точки не предложены')}</span>}
    </div>
  );
}

/** A focused button keeps its Enter. */
const isButtonFocused = () => document.activeElement?.matches('button, a, summary, [role=button]') === true;

function ProposalReview({
  proposal,
  open,
  current,
  onConfirm,
  onSkip,
  onDrop,
}: Omit<ProposedLandmarksProps, 'ask' | 'proposal'> & { proposal: Proposal<unknown> }) {
  const confirm = useRef<HTMLButtonElement>(null);
  // the button that was clicked has gone; the first decision can follow by Enter
  useEffect(() => confirm.current?.focus(), []);
  useShortcuts({
    Enter: () => {
      if (!current || isButtonFocused()) return false;
      onConfirm(current);
      return true;
    },
  });
  return (
    <div className={review.review} role="group" aria-label="Точки, предложенные моделью">
      <p>
        <span className={review.key} aria-hidden />
        Предложено моделью {modelText(proposal.model)}. В измерения входят только подтверждённые точки.
      </p>
      <Group gap={8} mb={6}>
        {current && (
          <>
            <Button ref={confirm} size="compact-md" onClick={() => onConfirm(current)}>
              Подтвердить
            </Button>
            <Button size="compact-md" variant="default" onClick={() => onSkip(current)}>
              Пропустить
            </Button>
          </>
        )}
        <Button size="compact-md" variant="default" onClick={onDrop}>
          {open.length > 0 ? 'Убрать предложения' : 'Готово'}
        </Button>
      </Group>
      {/* below the buttons, because its height changes and a button must not move between two clicks */}
      <p role="status">{reviewText(proposal, open, current)}</p>
    </div>
  );
}

function reviewText(
  { landmarks }: Proposal<unknown>,
  open: readonly Proposed<unknown>[],
  current: Proposed<unknown> | undefined,
) {
  if (!current)
    return landmarks.length > 0
      ? 'Предложенные точки этого анализа рассмотрены'
      : 'Модель не нашла ни одной точки';
  const place = LANDMARKS.lateral.find(({ name }) => name === current.name)?.place;
  const sure = current.score === null ? '' : `, уверенность ${Math.round(current.score * 100)} %`;
  return (
    <span>
      <strong>{current.name}</strong>: {place}
      {sure}. Осталось {counted(open.length, 'точка', 'точки', 'точек')}. Неверную точку передвиньте на
      снимке.
    </span>
  );
}
