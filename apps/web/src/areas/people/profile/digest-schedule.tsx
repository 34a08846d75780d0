import { Group, Select } from '@mantine/core';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { type NotificationChoices, useChooseDigest } from './notification-queries.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }));
const INTERVALS = [
  { value: 'day', label: 'каждый день' },
  { value: 'week', label: 'по понедельникам' },
];

/** When digests are sent. */
export function DigestSchedule({ digest }: { digest: NotificationChoices['digest'] }) {
  const choose = useChooseDigest();
  return (
    <div>
      <FailureAlert reason={choose.error} mb="sm" />
      <Group gap="sm" grow preventGrowOverflow={false}>
        <Select
          label="Общее письмо приходит"
          data={INTERVALS}
          value={digest.every}
          allowDeselect={false}
          onChange={(value) => choose.mutate({ ...digest, every: value === 'week' ? 'week' : 'day' })}
        />
        <Select
          label="По времени центра"
          data={HOURS}
          value={String(digest.hour)}
          allowDeselect={false}
          onChange={(value) => choose.mutate({ ...digest, hour: Number(value) })}
        />
      </Group>
    </div>
  );
}
