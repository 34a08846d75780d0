import { Alert } from '@mantine/core';
import { IconInfoCircle, IconWifiOff } from '@tabler/icons-react';
import { useConnectionLost } from '../connection/connection.ts';

/** Shown while a form waits for the server (spec.md §8), or for the connection. */
export function PendingNotice({ mb }: { mb?: string }) {
  const lost = useConnectionLost();
  return (
    <Alert
      role="status"
      color={lost ? 'yellow' : 'blue'}
      icon={lost ? <IconWifiOff /> : <IconInfoCircle />}
      mb={mb}
    >
      {lost ? 'Ждёт связи. Запрос выполнится сам, как только она появится.' : 'Обработка запроса…'}
    </Alert>
  );
}
