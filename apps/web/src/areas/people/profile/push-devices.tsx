import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import type { PushState } from '../../../shared/push/push.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { FactRow } from './fact-row.tsx';
import {
  type NotificationChoices,
  pushStateQuery,
  useAddDevice,
  useRemoveDevice,
} from './notification-queries.ts';

type Device = NotificationChoices['devices'][number];

const nameOf = ({ browser, system }: Device): string =>
  [browser || 'Неизвестный браузер', system].filter(Boolean).join(', ');

const HINTS: Partial<Record<PushState, string>> = {
  unsupported:
    'Этот браузер не показывает уведомления. На iPhone сначала добавьте портал на экран «Домой» и откройте его оттуда.',
  denied: 'Уведомления запрещены в настройках браузера. Разрешите их для этого сайта и обновите страницу.',
};

/** The devices that show notices, and whether this one does. */
export function PushDevices({ devices, pushKey }: { devices: Device[]; pushKey: string }) {
  const { data: state } = useSuspenseQuery(pushStateQuery);
  const add = useAddDevice();
  const remove = useRemoveDevice();
  const runSingle = useSingleFlight();
  const problem = add.error ?? remove.error;
  const isHere = state === 'on' && devices.some(({ current }) => current);
  return (
    <Stack gap="sm" role="group" aria-label="Уведомления на устройствах">
      <div>
        <Text fw={500}>На телефоне и компьютере</Text>
        <Text size="sm" c="dimmed">
          Даже когда портал закрыт. Имён пациентов в уведомлениях нет.
        </Text>
      </div>
      <FailureAlert reason={problem} />
      {devices.map((device) => (
        <FactRow
          key={device.deviceUUID}
          title={
            <Group gap="xs">
              <Text>{nameOf(device)}</Text>
              {device.current && (
                <Badge variant="light" tt="none">
                  это устройство
                </Badge>
              )}
            </Group>
          }
          action={
            <Button
              variant="default"
              size="xs"
              aria-label={`Отключить уведомления: ${nameOf(device)}`}
              onClick={() => runSingle(() => remove.mutateAsync(device.deviceUUID))}
            >
              Отключить
            </Button>
          }
        >
          <Text size="sm" c="dimmed">
            Подключено {formatMoment(device.createdAt)}
          </Text>
        </FactRow>
      ))}
      {!isHere &&
        (HINTS[state] ? (
          <Text size="sm" c="dimmed">
            {HINTS[state]}
          </Text>
        ) : (
          <Button
            variant="default"
            w="fit-content"
            loading={add.isPending}
            onClick={() => runSingle(() => add.mutateAsync(pushKey))}
          >
            Включить на этом устройстве
          </Button>
        ))}
    </Stack>
  );
}
