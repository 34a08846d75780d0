import { Button, type ButtonProps } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { showFailure } from '../../../shared/failures/show-failure.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { useRefreshOverview } from './queries.ts';

interface ActionButtonProps extends ButtonProps {
  children: string;
  /** for screen readers: which of the equal buttons it is */
  subject: string;
  request: () => Promise<unknown>;
  /** shown after the request */
  done: string;
}

/** Sends a request at once and refreshes the overview, whatever the result; a failure is a notice. */
export function ActionButton({ children, subject, request, done, ...button }: ActionButtonProps) {
  const [pending, setPending] = useState(false);
  const refresh = useRefreshOverview();
  const runSingle = useSingleFlight();

  async function run() {
    setPending(true);
    try {
      await request();
      notifications.show({ message: done, color: 'green', closeButtonProps: { 'aria-label': 'Закрыть' } });
    } catch (reason) {
      showFailure(reason);
    } finally {
      setPending(false);
      await refresh();
    }
  }

  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`${children}: ${subject}`}
      loading={pending}
      onClick={() => runSingle(run)}
      {...button}
    >
      {children}
    </Button>
  );
}
