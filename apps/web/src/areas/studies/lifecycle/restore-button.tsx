import { Button, type MantineSize } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import classes from '../studies/download-button.module.css';
import { useRestore } from './queries.ts';

interface RestoreButtonProps {
  requestRestore: () => Promise<unknown>;
  size?: MantineSize;
}

/** Restores an archived study. */
export function RestoreButton({ requestRestore, size }: RestoreButtonProps) {
  const restore = useRestore(requestRestore);
  const runSingle = useSingleFlight();
  return (
    <>
      <Button
        color="yellow"
        autoContrast
        size={size}
        leftSection={<IconRestore size={18} stroke={1.8} />}
        loading={restore.isPending}
        onClick={() => runSingle(() => restore.mutateAsync())}
      >
        Восстановить
      </Button>
      <FailureAlert reason={restore.error} className={classes.alert} withIcon />
    </>
  );
}
