import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconClock, IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { deliveriesQuery, type DeliveryToProgram, destinationsQuery, useRequestDelivery } from './queries.ts';

interface StudyDeliveriesProps {
  patientID: number;
  studyID: number;
}

/**
 * The programs of the clinic, whether the study has reached them, and a button to send it. Empty for a clinic without
 * programs.
 */
export function StudyDeliveries(study: StudyDeliveriesProps) {
  const { data } = useQuery(destinationsQuery);
  return data && data.destinations.length > 0 ? <Deliveries {...study} /> : null;
}

function Deliveries(study: StudyDeliveriesProps) {
  const { data } = useQuery(deliveriesQuery(study));
  const send = useRequestDelivery(study);
  const runSingle = useSingleFlight();
  if (!data) return null;
  return (
    <Stack component="section" aria-label="Программы клиники" gap="xs">
      {data.deliveries.map((delivery) => (
        <Group key={delivery.destinationID} gap="xs">
          <State delivery={delivery} />
          {labelOf(delivery) && (
            <Button
              variant={delivery.status === 'sent' ? 'subtle' : 'default'}
              size="xs"
              leftSection={<IconSend size={16} stroke={1.6} />}
              aria-label={`${labelOf(delivery)}: ${delivery.name}`}
              disabled={send.isPending}
              onClick={() => runSingle(() => send.mutateAsync(delivery.destinationID))}
            >
              {labelOf(delivery)}
            </Button>
          )}
        </Group>
      ))}
      {send.error && !send.isPending && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {explain(send.error)}
        </Text>
      )}
    </Stack>
  );
}

const labelOf = ({ status }: DeliveryToProgram): string | null => {
  if (status === 'none') return 'Отправить в программу';
  if (status === 'sent') return 'Отправить ещё раз';
  return status === 'failed' ? 'Повторить' : null;
};

function State({ delivery: { status, name, reason, finishedAt } }: { delivery: DeliveryToProgram }) {
  switch (status) {
    case 'none':
      return <Text size="sm">{name}</Text>;
    case 'queued':
      return <Line icon={<IconClock size={18} aria-hidden />}>{`${name}: ждёт компьютера клиники`}</Line>;
    case 'sending':
      return <Line icon={<IconClock size={18} aria-hidden />}>{`Отправляется в ${name}…`}</Line>;
    case 'sent':
      return (
        <Line icon={<IconCircleCheck size={18} color="var(--mantine-color-green-7)" aria-hidden />}>
          {`Отправлено в ${name} ${formatMoment(finishedAt)}`}
        </Line>
      );
    case 'failed':
      return (
        <Line icon={<IconAlertCircle size={18} color="var(--mantine-color-error)" aria-hidden />}>
          {`${name}: не отправлено, ${reason ?? 'программа не приняла снимки'}`}
        </Line>
      );
  }
}

const Line = ({ icon, children }: { icon: React.ReactNode; children: string }) => (
  <Group gap={6} wrap="nowrap" role="status">
    {icon}
    <Text size="sm">{children}</Text>
  </Group>
);
