import { Group, Select } from '@mantine/core';
import { StatisticsDay } from '@snimok/contract/administration/statistics';
import { useSearchParams } from 'react-router';
import { dayOf } from '../../../shared/dates/dates.ts';
import { DayInput } from '../../reception/schedule/day-input.tsx';
import { beginAt, endAt, PRESETS, type Preset, presetPeriod, readPeriod } from './periods.ts';
import type { Period } from './queries.ts';

const DAYS: Record<StatisticsDay, string> = { created: 'По дате загрузки', examined: 'По дате исследования' };

interface Choice {
  preset: Preset | 'own';
  period: Period;
  by: StatisticsDay;
}

/** What the URL has: a preset or the two days of an own period, and by which day studies are counted. */
export function useChoice(): Choice {
  const [params] = useSearchParams();
  const by = StatisticsDay.catch('created').parse(params.get('by'));
  const own = readPeriod(params.get('from'), params.get('to'));
  if (own) return { preset: 'own', period: own, by };
  const preset = PRESETS.find(({ value }) => value === params.get('period'))?.value ?? 'month';
  return { preset, period: presetPeriod(preset, dayOf(new Date())), by };
}

/** What the server accepts. */
const LIMITS = { minDate: '1900-01-01', maxDate: '2199-12-31' };

export function PeriodChoice() {
  const [, setParams] = useSearchParams();
  const { preset, period, by } = useChoice();
  const show = (query: Record<string, string>, counted: StatisticsDay) =>
    setParams({ ...query, ...(counted === 'examined' && { by: counted }) }, { replace: true });
  const choose = (query: Record<string, string>) => show(query, by);
  const change = ({ from, to }: Period) => choose({ from, to });
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Исследования"
        w={240}
        data={StatisticsDay.options.map((value) => ({ value, label: DAYS[value] }))}
        value={by}
        allowDeselect={false}
        onChange={(value) => show(preset === 'own' ? { ...period } : { period: preset }, value ?? by)}
      />
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
