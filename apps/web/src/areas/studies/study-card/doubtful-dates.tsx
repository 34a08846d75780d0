import { Group, Text } from '@mantine/core';
import { type DoubtfulDate, examinedDay } from '@snimok/contract/studies/examined-at';
import { IconCalendarQuestion } from '@tabler/icons-react';
import type { AssistantStudy } from '../studies/queries.ts';

const REASONS: Record<DoubtfulDate['reason'], string> = {
  impossible: 'такой даты быть не может',
  future: 'это позже загрузки',
  differs: 'это расходится с другими датами в них',
};

/** Several attributes often have the same date. */
const sentencesOf = (dates: DoubtfulDate[]): string[] => [
  ...new Set(dates.map((date) => `В файлах указано ${examinedDay(date)}: ${REASONS[date.reason]}.`)),
];

/** The dates in the files that are not trusted; nothing if there are none. */
export function DoubtfulDates({
  study: { doubtfulDates = [] },
}: {
  study: Pick<AssistantStudy, 'doubtfulDates'>;
}) {
  if (doubtfulDates.length === 0) return null;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" role="note" aria-label="Сомнительные даты" c="dimmed">
      <IconCalendarQuestion size={18} stroke={1.6} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      <Text size="sm">{sentencesOf(doubtfulDates).join(' ')}</Text>
    </Group>
  );
}
