import { Text } from '@mantine/core';
import { dayOf, formatDay, timeOf } from './dates.ts';

/** «21.11.2026 13:40» of an instant in a list, in the given time zone or, without one, in the browser's. */
export const DayAndTime = ({ instant, timeZone }: { instant: string; timeZone?: string }) => (
  <time dateTime={instant}>
    {formatDay(dayOf(instant, timeZone))}{' '}
    <Text span inherit c="dimmed">
      {timeOf(instant, timeZone)}
    </Text>
  </time>
);
