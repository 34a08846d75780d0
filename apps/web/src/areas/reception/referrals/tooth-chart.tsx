import { Button, Group, Input, SegmentedControl, Text } from '@mantine/core';
import { DENTITIONS, TEETH, teethInWords, toothName } from '@snimok/contract/values/teeth';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import classes from './tooth-chart.module.css';

type Dentition = keyof typeof DENTITIONS;

const DENTITION_OPTIONS = [
  { value: 'permanent', label: 'Постоянные' },
  { value: 'deciduous', label: 'Молочные' },
];
const SIDES = ['справа', 'слева'];

interface ToothChartProps {
  value: number[];
  onChange: (teeth: number[]) => void;
}

/** Teeth by their numbers of ISO 3950, as seen by a person who faces the patient. */
export function ToothChart({ value, onChange }: ToothChartProps) {
  const [dentition, setDentition] = useState<Dentition>(() =>
    value.length > 0 && value.every((tooth) => tooth > 50) ? 'deciduous' : 'permanent',
  );
  const id = useId();
  const { upper, lower } = DENTITIONS[dentition];
  const jaws = [
    { name: 'Верхняя челюсть', teeth: upper.flat() },
    { name: 'Нижняя челюсть', teeth: lower.flat() },
  ];
  const isWhole = (teeth: readonly number[]) => teeth.every((tooth) => value.includes(tooth));
  const toggle = (teeth: readonly number[]) =>
    onChange(
      isWhole(teeth)
        ? value.filter((tooth) => !teeth.includes(tooth))
        : TEETH.filter((tooth) => value.includes(tooth) || teeth.includes(tooth)),
    );

  return (
    <div role="group" aria-labelledby={id} className={classes.chart}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Input.Label id={id} component="div" labelElement="div">
          Зубы
        </Input.Label>
        <SegmentedControl
          size="sm"
          aria-label="Прикус"
          data={DENTITION_OPTIONS}
          value={dentition}
          onChange={(chosen) => setDentition(chosen as Dentition)}
        />
      </Group>
      <Jaws key={dentition} dentition={dentition} value={value} onToggle={(tooth) => toggle([tooth])} />
      <Group gap="xs" mt="sm">
        {jaws.map(({ name, teeth }) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            aria-pressed={isWhole(teeth)}
            onClick={() => toggle(teeth)}
          >
            {name}
          </Button>
        ))}
        {value.length > 0 && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange([])}>
            Очистить
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={6} role="status">
        {value.length > 0 ? `Выбраны: ${teethInWords(value)}` : 'Зубы не выбраны'}
      </Text>
    </div>
  );
}

interface JawsProps {
  dentition: Dentition;
  value: number[];
  onToggle: (tooth: number) => void;
}

/** The chart is one tab stop: arrow keys move between the teeth, Space and Enter choose. */
function Jaws({ dentition, value, onToggle }: JawsProps) {
  const { upper, lower } = DENTITIONS[dentition];
  const rows = [upper.flat(), lower.flat()];
  const [stop, setStop] = useState(() => rows.flat().find((tooth) => value.includes(tooth)) ?? rows[0]?.[0]);
  const buttons = useRef(new Map<number, HTMLButtonElement>());

  const move = (event: KeyboardEvent, tooth: number) => {
    const next = neighbour(rows, tooth, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    buttons.current.get(next)?.focus();
  };

  return (
    <div className={classes.jaws} data-dentition={dentition}>
      {[upper, lower].map((jaw, row) => (
        <div key={row} className={classes.jaw}>
          {jaw.map((side, at) => (
            <div key={at} className={classes.side}>
              <Text size="xs" c="dimmed" className={classes.caption} aria-hidden>
                {row === 0 ? 'Вверху' : 'Внизу'} {SIDES[at]}
              </Text>
              <div className={classes.teeth}>
                {side.map((tooth) => (
                  <button
                    key={tooth}
                    ref={(button) => {
                      if (button) buttons.current.set(tooth, button);
                    }}
                    type="button"
                    className={classes.tooth}
                    aria-pressed={value.includes(tooth)}
                    aria-label={`Зуб ${tooth}: ${toothName(tooth)}`}
                    tabIndex={tooth === stop ? 0 : -1}
                    onKeyDown={(event) => move(event, tooth)}
                    onClick={() => {
                      setStop(tooth);
                      onToggle(tooth);
                    }}
                  >
                    {tooth}
                  </button>
                ))}
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The tooth to which a key moves: along the jaw, or to the opposite tooth of the other jaw. */
function neighbour(rows: number[][], tooth: number, key: string): number | undefined {
  const row = rows.findIndex((teeth) => teeth.includes(tooth));
  const teeth = rows[row] ?? [];
  const at = teeth.indexOf(tooth);
  switch (key) {
    case 'ArrowRight':
      return teeth[Math.min(at + 1, teeth.length - 1)];
    case 'ArrowLeft':
      return teeth[Math.max(at - 1, 0)];
    case 'ArrowUp':
      return rows[0]?.[at];
    case 'ArrowDown':
      return rows[1]?.[at];
    case 'Home':
      return teeth[0];
    case 'End':
      return teeth.at(-1);
    default:
      return undefined;
  }
}
