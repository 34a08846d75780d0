import { Alert, Button } from '@mantine/core';
import { IconAlertCircle, IconRestore } from '@tabler/icons-react';
import { explain } from '../../../shared/explain.ts';
import { useSingleFlight } from '../../../shared/use-single-flight.ts';
import classes from '../download-button.module.css';
import { useRestore } from './queries.ts';

/** Restores an archived study. */
export function RestoreButton({ requestRestore }: { requestRestore: () => Promise<unknown> }) {
  const restore = useRestore(requestRestore);
  const runSingle = useSingleFlight();
  return (
    <>
      <Button
        color="yellow"
        autoContrast
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
