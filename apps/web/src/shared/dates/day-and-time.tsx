import { Text } from '@mantine/core';
import { formatDay, timeOf } from './dates.ts';

/** «21.11.2026 13:40» of an instant in a list, in the browser's time zone. */
export const DayAndTime = ({ instant }: { instant: string }) => (
  <time dateTime={instant}>
    {formatDay(instant)}{' '}
    <Text span inherit c="dimmed">
      {timeOf(instant)}
    </Text>
  </time>
);
