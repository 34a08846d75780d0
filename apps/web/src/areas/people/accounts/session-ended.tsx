import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { SessionEnd } from '../../../shared/session/session.ts';

const SENTENCES: Record<SessionEnd, string> = {
  expired: 'Сеанс закончился: вышло его время. Войдите снова.',
  idle: 'Сеанс завершён: в портале долго ничего не делали. Войдите снова, введённое раньше сохранилось.',
  elsewhere:
    'Сеанс завершён на сервере: изменились пароль или права либо сеанс закрыли с другого устройства. Войдите снова.',
  left: 'Вы вышли в другой вкладке. Чтобы продолжить, войдите снова.',
};

/** Says above the sign-in form why the session has ended. */
export default function SessionEnded({ reason }: { reason: SessionEnd }) {
  return (
    <Alert color="blue" icon={<IconInfoCircle />} mb="md" role="status">
      {SENTENCES[reason]}
    </Alert>
  );
}
