import { Button, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { panoramaQuery, useFindArch } from '../study-actions/queries.ts';
import { useRefreshStudies } from '../studies/queries.ts';

/**
 * The reason why a volume has no panorama, and a button that makes one; when it is ready, the card is
 * refreshed.
 */
export function NoPanorama({ studyID }: { studyID: number }) {
  const { data: panorama } = useQuery(panoramaQuery(studyID));
  const find = useFindArch(studyID);
  const runSingle = useSingleFlight();
  const refresh = useRefreshStudies();
  const isReady = panorama?.status === 'ready';
  useEffect(() => {
    if (isReady) void refresh();
  }, [isReady, refresh]);
  if (!panorama || isReady) return null;
  if (panorama.status === 'making') {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" />
        <Text size="sm" c="dimmed">
          Строим панораму…
        </Text>
      </Group>
    );
  }
  return (
    <div>
      <Text size="sm" c="dimmed">
        {panorama.reason}
      </Text>
      {panorama.can.correct && panorama.can.retry !== false && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          loading={find.isPending}
          onClick={() => runSingle(() => find.mutateAsync())}
        >
          Построить панораму
        </Button>
      )}
      <FailureAlert reason={find.error} mt="xs" />
    </div>
  );
}
