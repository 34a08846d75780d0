import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';

interface FormNoticeProps {
  alert?: string | undefined;
  success?: string | undefined;
}

/** Stands in the page before it has anything to say, so that screen readers hear it when it does. */
export function FormNotice({ alert, success }: FormNoticeProps) {
  return (
    <>
      <div role="alert">
        {alert && (
          <Alert color="red" icon={<IconAlertCircle />} mb="md">
            {alert}
          </Alert>
        )}
      </div>
      <div role="status">
        {success && (
          <Alert color="green" icon={<IconCircleCheck />} mb="md">
            {success}
          </Alert>
        )}
      </div>
    </>
  );
}
