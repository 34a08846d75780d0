import { STRUCTURES } from '@snimok/contract/viewing/segmentation-labels';
import { DENTITIONS, toothName } from '@snimok/contract/values/teeth';
import { type KeyboardEvent, useRef } from 'react';
import type { SurfacePart } from '../rendering/read-glb.ts';
import classes from './proposals.module.css';
import { type Result, toothPlaces } from './structures.ts';

interface StructureChartProps {
  parts: readonly SurfacePart[];
  results: readonly Result[];
  selected: number | undefined;
  onChoose: (label: number) => void;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * The teeth that a model has found, by quadrants as one looks at the patient; a dot is a finding. One stop of Tab: arrow keys
 * move between the teeth.
 */
export function StructureChart({ parts, results, selected, onChoose }: StructureChartProps) {
  const buttons = useRef(new Map<number, HTMLButtonElement>());
  const labels = new Map(toothPlaces(parts).map(({ tooth, label }) => [tooth, label]));
  // a finding is marked even where there is no structure: the tooth may be missing
  const withFindings = results.filter(({ finding, state }) => finding !== null && state !== 'rejected');
  for (const { label } of withFindings) {
    const tooth = STRUCTURES.get(label)?.tooth;
    if (tooth != null && !labels.has(tooth)) labels.set(tooth, label);
  }
  const marked = new Set(withFindings.map(({ label }) => STRUCTURES.get(label)?.tooth));
  const rows = Object.values(DENTITIONS)
    .flatMap(({ upper, lower }) => [...upper, ...lower])
    .filter((row) => row[0]! < 50 || row.some((tooth) => labels.has(tooth)));
  const present = rows.flat().filter((tooth) => labels.has(tooth));
  const chosen = selected === undefined ? null : STRUCTURES.get(selected)?.tooth;
  const stop = present.find((tooth) => tooth === chosen) ?? present[0];
  const move = (event: KeyboardEvent, tooth: number) => {
    const next = present[present.indexOf(tooth) + (STEPS[event.key] ?? 0)];
    if (STEPS[event.key] === undefined || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    buttons.current.get(next)?.focus();
  };
  return (
    <div role="group" aria-label="Зубная формула" className={classes.chart}>
      {rows.map((row) => (
        <div key={row[0]} className={classes.row}>
          {row.map((tooth) => {
            const label = labels.get(tooth);
            return (
              <button
                key={tooth}
                ref={(button) => {
                  if (button) buttons.current.set(tooth, button);
                }}
                type="button"
                disabled={label === undefined}
                aria-pressed={tooth === chosen}
                aria-label={`Зуб ${tooth}: ${toothName(tooth)}${marked.has(tooth) ? ', есть находки' : ''}`}
                data-marked={marked.has(tooth) || undefined}
                tabIndex={tooth === stop ? 0 : -1}
                onKeyDown={(event) => move(event, tooth)}
                onClick={() => label !== undefined && onChoose(label)}
              >
                {tooth}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
