import { Checkbox, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { DigestSchedule } from './digest-schedule.tsx';
import {
  type Channel,
  type Kind,
  type NotificationChoices,
  notificationsQuery,
  useChoose,
} from './notification-queries.ts';
import classes from './notifications-section.module.css';
import { PhoneRow } from './phone-row.tsx';
import { PushDevices } from './push-devices.tsx';
import { Section } from './section.tsx';

const KINDS: Record<Kind, string> = {
  studies: 'Исследование готово или перенесено',
  reports: 'Заключение готово',
  bookings: 'Запись и напоминание о ней',
  messages: 'Новое сообщение в чате',
  shares: 'Доступ к пациенту коллеги',
  requests: 'Запрос доступа к вашему пациенту',
  'sign-ins': 'Вход с нового устройства',
};

const CHANNELS: Record<Channel, string> = {
  mail: 'По почте',
  digest: 'Общим письмом',
  push: 'Уведомление',
  sms: 'СМС',
  messenger: 'Мессен\u00adджер',
};
const ORDER: Channel[] = ['mail', 'digest', 'push', 'sms', 'messenger'];

/** Which events the portal reports to this account, and how. */
export function NotificationsSection() {
  const { data } = useSuspenseQuery(notificationsQuery);
  const hasDigest = data.choices.some(({ channels }) =>
    channels.some(({ channel, wanted }) => channel === 'digest' && wanted),
  );
  return (
    <Section title="Уведомления" hint="Письма с паролями и ссылками для входа приходят всегда.">
      <Stack gap="md">
        <ChoiceTable data={data} />
        {hasDigest && <DigestSchedule digest={data.digest} />}
        {data.phoneNeeded && <PhoneRow phone={data.phone} pendingPhone={data.pendingPhone} />}
        <PushDevices devices={data.devices} pushKey={data.pushKey} />
      </Stack>
    </Section>
  );
}

function ChoiceTable({ data: { choices, phone } }: { data: NotificationChoices }) {
  const choose = useChoose();
  const shown = ORDER.filter((channel) =>
    choices.some(({ channels }) => channels.some((one) => one.channel === channel)),
  );
  return (
    <div>
      <FailureAlert reason={choose.error} mb="sm" />
      <table className={classes.table} aria-label="О чём и как сообщать">
        <thead>
          <tr>
            <td />
            {shown.map((channel) => (
              <th key={channel} scope="col">
                {CHANNELS[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {choices.map(({ kind, channels }) => (
            <tr key={kind}>
              <th scope="row">{KINDS[kind]}</th>
              {shown.map((channel) => {
                const one = channels.find((found) => found.channel === channel);
                return (
                  <td key={channel}>
                    {one && (
                      <Checkbox
                        className={classes.box}
                        aria-label={`${KINDS[kind]}: ${CHANNELS[channel].replaceAll('\u00ad', '')}`}
                        checked={one.wanted}
                        disabled={phone === null && (channel === 'sms' || channel === 'messenger')}
                        onChange={({ currentTarget: { checked } }) =>
                          choose.mutate({ kind, channel, wanted: checked })
                        }
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.includes('digest') && (
        <Text size="sm" c="dimmed" mt="xs">
          Общее письмо собирает всё, что произошло за день или неделю, вместо отдельных писем.
        </Text>
      )}
    </div>
  );
}
