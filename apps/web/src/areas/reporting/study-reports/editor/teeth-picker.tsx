import { Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './teeth-picker.module.css';

const quadrant = (number: number, teeth: number, fromMiddle: boolean): string[] => {
  const all = Array.from({ length: teeth }, (_, at) => `${number}${at + 1}`);
  return fromMiddle ? all : all.toReversed();
};

/** ISO 3950, as one looks at the patient: the patient's right is on the left. */
const JAWS = {
  permanent: [
    ['Верхняя челюсть', [...quadrant(1, 8, false), ...quadrant(2, 8, true)]],
    ['Нижняя челюсть', [...quadrant(4, 8, false), ...quadrant(3, 8, true)]],
  ],
  deciduous: [
    ['Верхняя челюсть, молочные зубы', [...quadrant(5, 5, false), ...quadrant(6, 5, true)]],
    ['Нижняя челюсть, молочные зубы', [...quadrant(8, 5, false), ...quadrant(7, 5, true)]],
  ],
} as const;

const isDeciduous = (tooth: string) => tooth >= '51';

interface TeethPickerProps {
  teeth: readonly string[];
  onChange: (teeth: string[]) => void;
}

/** Chooses teeth on a chart. */
export function TeethPicker({ teeth, onChange }: TeethPickerProps) {
  const [withDeciduous, setWithDeciduous] = useState(teeth.some(isDeciduous));
  const toggle = (tooth: string) =>
    onChange(teeth.includes(tooth) ? teeth.filter((one) => one !== tooth) : [...teeth, tooth].toSorted());
  const kinds = withDeciduous ? (['permanent', 'deciduous'] as const) : (['permanent'] as const);
  return (
    <Stack gap="xs" className={classes.picker}>
      {kinds.flatMap((kind) =>
        JAWS[kind].map(([jaw, numbers]) => (
          <div key={jaw} role="group" aria-label={jaw}>
            <Text size="xs" c="dimmed" mb={2} aria-hidden>
              {jaw}
            </Text>
            <div className={classes.jaw} data-short={kind === 'deciduous' || undefined}>
              {numbers.map((tooth) => (
                <button
                  key={tooth}
                  type="button"
                  className={classes.tooth}
                  aria-pressed={teeth.includes(tooth)}
                  aria-label={`Зуб ${tooth}`}
                  onClick={() => toggle(tooth)}
                >
                  {tooth}
                </button>
              ))}
            </div>
          </div>
        )),
      )}
      <Switch
        label="Молочные зубы"
        checked={withDeciduous}
        onChange={({ currentTarget }) => setWithDeciduous(currentTarget.checked)}
      />
    </Stack>
  );
}
