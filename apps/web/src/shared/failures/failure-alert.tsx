import { Alert, type AlertProps } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { explain } from '../calls/explain.ts';

interface FailureAlertProps extends Omit<AlertProps, 'color' | 'icon' | 'children'> {
  /** what a mutation or query has thrown; without it nothing is shown */
  reason: unknown;
  /** the screen's sentence for a failure without one of the server (product 35.3) */
  specified?: string | undefined;
  withIcon?: boolean;
}

/** Says why a request failed. */
export const FailureAlert = ({ reason, specified, withIcon, ...alert }: FailureAlertProps) =>
  reason ? (
    <Alert color="red" icon={withIcon && <IconAlertCircle />} {...alert}>
      {explain(reason, specified)}
    </Alert>
  ) : null;
