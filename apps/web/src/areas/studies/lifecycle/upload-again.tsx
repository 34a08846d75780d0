import { Alert } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';

/** Restored where the archive has nothing to give back. */
export const UploadAgain = () => (
  <Alert color="yellow" icon={<IconRestore />} title="Исследование нужно восстановить">
    Файлов этого исследования в архиве нет. Загрузите их ещё раз, и оно снова станет доступно врачу.
  </Alert>
);
