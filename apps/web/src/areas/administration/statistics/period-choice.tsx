import { Group, Select } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { dayOf } from '../../../shared/dates/dates.ts';
import { DayInput } from '../../reception/schedule/day-input.tsx';
import { beginAt, endAt, PRESETS, type Preset, presetPeriod, readPeriod } from './periods.ts';
import type { Period } from './queries.ts';

/** The period in the URL: a preset, or the two days of an own period. */
export function usePeriod(): { preset: Preset | 'own'; period: Period } {
  const [params] = useSearchParams();
  const own = readPeriod(params.get('from'), params.get('to'));
  if (own) return { preset: 'own', period: own };
  const preset = PRESETS.find(({ value }) => value === params.get('period'))?.value ?? 'month';
  return { preset, period: presetPeriod(preset, dayOf(new Date())) };
}

/** What the server accepts. */
const LIMITS = { minDate: '1900-01-01', maxDate: '2199-12-31' };

export function PeriodChoice() {
  const [, setParams] = useSearchParams();
  const { preset, period } = usePeriod();
  const choose = (query: Record<string, string>) => setParams(query, { replace: true });
  const change = ({ from, to }: Period) => choose({ from, to });
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Период"
        w={180}
        data={[...PRESETS, { value: 'own', label: 'Свой период' }]}
        value={preset}
        allowDeselect={false}
        onChange={(value) => choose(value === 'own' ? { ...period } : { period: value ?? 'month' })}
      />
      {preset === 'own' && (
        <>
          <DayInput
            label="С"
            w={140}
            value={period.from}
            {...LIMITS}
            onChange={(from) => from && change(beginAt(period, from))}
          />
          <DayInput
            label="По"
            w={140}
            value={period.to}
            {...LIMITS}
            onChange={(to) => to && change(endAt(period, to))}
          />
        </>
      )}
    </Group>
  );
}
