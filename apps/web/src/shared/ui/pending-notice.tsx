import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

/** Shown while a form waits for the server, spec.md §8. */
export const PendingNotice = ({ mb }: { mb?: string }) => (
  <Alert role="status" color="blue" icon={<IconInfoCircle />} mb={mb}>
    Обработка запроса…
  </Alert>
);
