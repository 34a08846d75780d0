import { Button } from '@mantine/core';
import {
  FINDINGS,
  RESULT_STATES,
  type ResultState,
  STRUCTURES,
} from '@snimok/contract/viewing/segmentation-labels';
import type { SurfacePart } from '../rendering/read-glb.ts';
import { useFields } from '../state/store.ts';
import type { Decision } from '../study/viewer-host.ts';
import classes from './proposals.module.css';
import type { SegmentationStore } from './segmentation-store.ts';
import { StructureChart } from './structure-chart.tsx';
import { type Result, resultsAbout, structureOf } from './structures.ts';

export interface ProposalsProps {
  store: SegmentationStore;
  parts: readonly SurfacePart[];
  onChosen: (part: SurfacePart) => void;
  onDecide: (decisions: Decision[]) => void;
}

/** The chart of what a model has found, and what is proposed about the chosen tooth, to be accepted or rejected. */
export function Proposals({ store, parts, onChosen, onDecide }: ProposalsProps) {
  const { segmentation, selected, isChanging } = useFields(store, 'segmentation', 'selected', 'isChanging');
  const results = segmentation?.results ?? [];
  const choose = (label: number) => {
    store.select(label);
    const part = parts.find((one) => structureOf(one)?.label === label);
    if (part && store.get().selected === label) onChosen(part);
  };
  const shown = resultsAbout(results, selected);
  const chosen = selected === undefined ? undefined : STRUCTURES.get(selected);
  return (
    <>
      <StructureChart parts={parts} results={results} selected={selected} onChoose={choose} />
      <h4 className={classes.title}>{chosen ? chosen.name : 'Все находки'}</h4>
      {shown.length === 0 && <p>Ничего не предложено.</p>}
      <ul className={classes.list}>
        {shown.map((result) => (
          <Proposal
            key={result.number}
            result={result}
            isDisabled={isChanging}
            onDecide={
              segmentation?.can?.decide
                ? (to) => onDecide([{ number: result.number, from: result.state, to }])
                : undefined
            }
          />
        ))}
      </ul>
    </>
  );
}

interface ProposalProps {
  result: Result;
  isDisabled: boolean;
  onDecide: ((to: ResultState) => void) | undefined;
}

const inPercent = new Intl.NumberFormat('ru-RU', { style: 'percent', maximumFractionDigits: 0 });

/** «Зуб 36: кариес» */
const nameOf = ({ label, finding }: Result): string => {
  const where = STRUCTURES.get(label)?.name ?? '';
  return finding ? `${where}: ${FINDINGS[finding].toLowerCase()}` : `${where}: контур`;
};

function Proposal({ result, isDisabled, onDecide }: ProposalProps) {
  const { score, state, decidedByName } = result;
  const name = nameOf(result);
  const actions: [text: string, to: ResultState][] =
    state === 'proposed'
      ? [
          ['Принять', 'accepted'],
          ['Отклонить', 'rejected'],
        ]
      : [['Вернуть', 'proposed']];
  return (
    <li data-state={state}>
      <span>
        {name}
        {score !== null && <>, уверенность {inPercent.format(score)}</>}
      </span>
      <span className={classes.state}>
        {RESULT_STATES[state]}
        {decidedByName && `: ${decidedByName}`}
      </span>
      {onDecide && (
        <span className={classes.actions}>
          {actions.map(([text, to]) => (
            <Button
              key={to}
              size="compact-sm"
              variant={to === 'accepted' ? 'filled' : 'default'}
              disabled={isDisabled}
              aria-label={`${text}: ${name}`}
              onClick={() => onDecide(to)}
            >
              {text}
            </Button>
          ))}
        </span>
      )}
    </li>
  );
}
