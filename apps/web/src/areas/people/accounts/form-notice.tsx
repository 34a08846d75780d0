import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';

interface FormNoticeProps {
  alert?: string;
  success?: string;
}

export function FormNotice({ alert, success }: FormNoticeProps) {
  return (
    <>
      {alert && (
        <Alert color="red" icon={<IconAlertCircle />} mb="md">
          {alert}
        </Alert>
      )}
      {/* Rendered even while empty: screen readers read out only changes of an existing status region. */}
      <div role="status">
        {success && (
          <Alert color="green" icon={<IconCircleCheck />} mb="md" role="none">
            {success}
          </Alert>
        )}
      </div>
    </>
  );
}
