import { Anchor, Group, Text } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { formatDay } from '../../shared/dates.ts';
import { phoneURL } from '../../shared/phone.ts';
import { PhoneNumber } from '../../shared/ui/phone-number.tsx';
import type { AssistantPatient } from './queries.ts';

type PatientSummaryProps = Pick<AssistantPatient, 'sex' | 'birthday' | 'phone'>;

/** The line under a patient's name. */
export const PatientSummary = ({ sex, birthday, phone }: PatientSummaryProps) => (
  <Group gap="6px 16px" mt={6} c="dimmed">
    <Text span>{sex === 'female' ? 'жен.' : 'муж.'}</Text>
    {birthday && <Text span>{formatDay(birthday)}</Text>}
    {phone && (
      <Anchor href={phoneURL(phone)} inline style={{ paddingBlock: 4 }}>
        <Group gap={6} component="span" wrap="nowrap">
          <IconPhone size={16} stroke={1.7} aria-hidden />
          <PhoneNumber phone={phone} />
        </Group>
      </Anchor>
    )}
  </Group>
);
