import { Alert, Button, Stack, Text } from '@mantine/core';
import { RIGHT_LABELS } from '@snimok/contract/people/staff';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { showFailure } from '../../../shared/failures/show-failure.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { staffQuery, useReadNotices } from './queries.ts';

/** Shown until it is read, to those who were administrators on the day on which one right became two. */
export function ReportRightsNotice({ offset }: { offset: number }) {
  const { data } = useQuery(staffQuery(offset));
  const read = useReadNotices();
  const runSingle = useSingleFlight();
  if (!data?.notices?.includes('report-rights')) return null;
  return (
    <Alert icon={<IconInfoCircle />} title="Право «Отчёты» разделено на два">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Раньше оно давало и отчёт в PDF, и подпись заключений. Теперь это «{RIGHT_LABELS.reports}» и «
          {RIGHT_LABELS['report-writing']}». У всех, у кого было прежнее право, остались оба: снимите второе с
          тех, кто заключений не пишет.
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={read.isPending}
          onClick={() => runSingle(() => read.mutateAsync().catch(showFailure))}
        >
          Понятно
        </Button>
      </Stack>
    </Alert>
  );
}
