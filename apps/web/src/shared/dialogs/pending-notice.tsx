import { Alert, Button, Stack } from '@mantine/core';
import { IconInfoCircle, IconWifiOff } from '@tabler/icons-react';
import { useConnectionLost } from '../connection/connection.ts';

interface PendingNoticeProps {
  mb?: string;
  /** the request waits for the connection, and is sent also when the page has been left */
  waits?: boolean | undefined;
  /** closes the form; its request continues to wait */
  onLeave?: () => void;
}

/** Shown while a form waits for the server (product 5.13), or for the connection. */
export function PendingNotice({ mb, waits = false, onLeave }: PendingNoticeProps) {
  const lost = useConnectionLost();
  return (
    <Alert
      role="status"
      color={lost ? 'yellow' : 'blue'}
      icon={lost ? <IconWifiOff /> : <IconInfoCircle />}
      mb={mb}
    >
      <Stack gap="xs" align="flex-start">
        {lost ? (waits ? WAITS : UNANSWERED) : 'Обработка запроса…'}
        {waits && onLeave && (
          <Button variant="default" size="compact-md" onClick={onLeave}>
            Закрыть окно и ждать
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

const WAITS = 'Ждёт связи. Действие выполнится само, как только она появится, даже если уйти со страницы.';
/** The request was sent before the connection was lost. */
const UNANSWERED =
  'Связь прервалась, ответа сервера нет. Когда она появится, проверьте, выполнено ли действие.';
