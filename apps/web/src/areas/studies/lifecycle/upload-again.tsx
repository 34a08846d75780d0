import { Alert } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';

/** Shown for a restored study whose files are not in the archive. */
export const UploadAgain = () => (
  <Alert color="yellow" icon={<IconRestore />} title="Исследование нужно восстановить">
    Файлов этого исследования в архиве нет. Загрузите их ещё раз, и оно снова станет доступно клиенту.
  </Alert>
);
