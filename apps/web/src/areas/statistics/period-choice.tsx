import { Group, Select } from '@mantine/core';
import { MAX_STATISTICS_DAYS } from '@snimok/contract/statistics';
import { useSearchParams } from 'react-router';
import { dayOf } from '../../shared/dates.ts';
import { DayInput } from '../schedule/day-input.tsx';
import { PRESETS, type Preset, presetPeriod, readPeriod } from './periods.ts';
import type { Period } from './queries.ts';

/** In the URL: a preset, or the two days of an own period. */
export function usePeriod(): { preset: Preset | 'own'; period: Period } {
  const [params] = useSearchParams();
  const own = readPeriod(params.get('from'), params.get('to'));
  if (own) return { preset: 'own', period: own };
  const preset = PRESETS.find(({ value }) => value === params.get('period'))?.value ?? 'month';
  return { preset, period: presetPeriod(preset, dayOf(new Date())) };
}

export function PeriodChoice() {
  const [, setParams] = useSearchParams();
  const { preset, period } = usePeriod();
  const choose = (query: Record<string, string>) => setParams(query, { replace: true });
  const change = (days: Partial<Record<keyof Period, string | null>>) => {
    const { from, to } = { ...period, ...days };
    if (from && to && readPeriod(from, to)) choose({ from, to });
  };
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
            maxDate={period.to}
            onChange={(from) => change({ from })}
          />
          <DayInput
            label="По"
            w={140}
            value={period.to}
            minDate={period.from}
            maxDate={lastDay(period.from)}
            onChange={(to) => change({ to })}
          />
        </>
      )}
    </Group>
  );
}

const lastDay = (from: string) =>
  new Date(Date.parse(from) + (MAX_STATISTICS_DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
