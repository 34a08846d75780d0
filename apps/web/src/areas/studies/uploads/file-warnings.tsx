import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** What should be checked before the files are sent; it does not prevent sending. */
export const FileWarnings = ({ warnings }: { warnings: string[] }) =>
  warnings.length > 0 && (
    <Alert color="yellow" icon={<IconAlertTriangle />} title="Проверьте файлы" role="alert">
      {warnings.map((warning) => (
        <Text key={warning} size="sm">
          {warning}
        </Text>
      ))}
    </Alert>
  );
