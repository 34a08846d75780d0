import { Alert, Button, type MantineSize } from '@mantine/core';
import { IconAlertCircle, IconRestore } from '@tabler/icons-react';
import { explain } from '../../../shared/explain.ts';
import { useSingleFlight } from '../../../shared/use-single-flight.ts';
import classes from '../download-button.module.css';
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
      {restore.isError && (
        <Alert className={classes.alert} color="red" icon={<IconAlertCircle />} role="alert">
          {explain(restore.error)}
        </Alert>
      )}
    </>
  );
}
