import { SegmentedControl, Stack } from '@mantine/core';
import { OverviewDay } from '@snimok/contract/administration/day-overview';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useList } from '../../../shared/lists/use-list.ts';
import { hasOneOf } from '../../platform/access/rights.ts';
import { assistantSettingsQuery } from '../../platform/access/settings.ts';
import { Attention } from './attention.tsx';
import { Awaited, Present, Processing, Published, Uploading } from './day-groups.tsx';
import { Expected } from './expected.tsx';
import classes from './overview.module.css';
import { type Day, overviewQuery, useLiveProgress } from './queries.ts';
import { Loading } from '../../../shared/ui/loading.tsx';

const DAYS: { value: Day; label: string }[] = [
  { value: 'yesterday', label: 'Вчера' },
  { value: 'today', label: 'Сегодня' },
  { value: 'tomorrow', label: 'Завтра' },
];

/** The chosen day, as stored in the URL. */
function useOverviewDay() {
  const [search, setSearch] = useSearchParams();
  const day = OverviewDay.catch('today').parse(search.get('day'));
  const setDay = (chosen: Day) => setSearch(chosen === 'today' ? {} : { day: chosen }, { replace: true });
  return [day, setDay] as const;
}

/** «Сегодня», «Вчера» or «Завтра». */
export function useOverviewTitle(): string {
  const [day] = useOverviewDay();
  return DAYS.find(({ value }) => value === day)!.label;
}

export function DaySwitch() {
  const [day, setDay] = useOverviewDay();
  return (
    <SegmentedControl
      aria-label="День"
      data={DAYS}
      value={day}
      onChange={(chosen) => setDay(chosen as Day)}
    />
  );
}

/**
 * Today's work by its next action, below `first`. For another day only the patients change; everything else shows the
 * present state.
 */
export function OverviewBoard({ first }: { first: ReactNode }) {
  const [day] = useOverviewDay();
  const { list: overview } = useList(overviewQuery(day));
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  useLiveProgress();
  if (!overview) return <Loading height={420} />;
  return (
    <Stack gap="md">
      {day === 'today' && first}
      {day === 'today' && <Attention attention={overview.attention} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          {settings.scheduleEnabled && hasOneOf(settings, ['booking']) && (
            <Expected overview={overview} day={day} />
          )}
          {day === 'today' && <Awaited overview={overview} />}
        </div>
        {day !== 'tomorrow' && <Present overview={overview} day={day} />}
        {day === 'today' && (
          <div className={classes.column}>
            <Uploading overview={overview} />
            <Processing overview={overview} />
          </div>
        )}
        {day !== 'tomorrow' && <Published overview={overview} day={day} />}
      </div>
    </Stack>
  );
}
