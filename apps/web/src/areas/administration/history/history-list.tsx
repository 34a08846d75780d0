import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { formatNumber } from '@snimok/api-client/format-numbers';
import { byDay, dayLabel } from './days.ts';
import { HistoryEntry } from './history-entry.tsx';
import classes from './history-list.module.css';
import type { HistoryQuery } from './queries.ts';

interface HistoryListProps {
  query: HistoryQuery;
  nameStudy: (studyID: number) => string;
}

export function HistoryList({ query, nameStudy }: HistoryListProps) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useSuspenseInfiniteQuery(query);
  const { events, totalCount } = data;
  if (events.length === 0) return <Text c="dimmed">Записей пока нет.</Text>;

  return (
    <Stack gap="lg">
      {byDay(events).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <Title order={3} size="sm" className={classes.day}>
            {dayLabel(ofDay[0]?.at ?? '')}
          </Title>
          <ol className={classes.entries}>
            {ofDay.map((event) => (
              <HistoryEntry key={event.eventID} event={event} nameStudy={nameStudy} />
            ))}
          </ol>
        </section>
      ))}
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" aria-live="polite">
          {formatNumber(events.length)} из {formatNumber(totalCount)}
        </Text>
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Показать ещё
          </Button>
        )}
      </Group>
      {isFetchNextPageError && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          Не удалось загрузить. Повторите.
        </Text>
      )}
    </Stack>
  );
}
