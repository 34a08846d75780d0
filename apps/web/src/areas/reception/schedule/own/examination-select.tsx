import { Select } from '@mantine/core';
import { type Offered, withPrice } from './offered.ts';

interface ExaminationSelectProps {
  label?: string;
  'aria-label'?: string;
  description?: string;
  /** the label for no examination, because none has to be chosen */
  none: string;
  offered: (Omit<Offered, 'rubles'> & { rubles?: number })[];
  value: number | null;
  onChange: (examinationID: number | null) => void;
}

/** The examination for which a patient comes, with its price where one location is meant. */
export const ExaminationSelect = ({ none, offered, value, onChange, ...labels }: ExaminationSelectProps) => (
  <Select<number>
    {...labels}
    data={[
      { value: 0, label: none },
      ...offered.map((one) => ({
        value: one.examinationID,
        label: withPrice({ name: one.name, rubles: one.rubles ?? null }),
      })),
    ]}
    value={value ?? 0}
    allowDeselect={false}
    maxDropdownHeight={320}
    onChange={(chosen) => onChange(chosen || null)}
  />
);
