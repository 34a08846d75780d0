import { Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useRowsInPlace } from '../../../shared/lists/use-rows-in-place.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { useResolveProtest } from '../study-actions/queries.ts';
import classes from './open-protests.module.css';
import type { AssistantStudy } from '../studies/queries.ts';
import { WarningBox } from '../studies/warning-box.tsx';

/** The complaints about the panorama, until the arch is corrected or a user marks them as resolved. */
export function OpenProtests({ study: { studyID, openProtests } }: { study: AssistantStudy }) {
  const resolve = useResolveProtest(studyID);
  const runSingle = useSingleFlight();
  const rows = useRowsInPlace(openProtests, ({ protestID }) => protestID);
  if (rows.length === 0) return null;
  return (
    <Stack gap="xs">
      {rows.map(({ row: { protestID, accountName, reason }, gone }) => (
        <WarningBox key={protestID} icon={IconAlertTriangle}>
          <div className={classes.content}>
            <Text size="sm" className={classes.reason}>
              <b>Не нравится панорама</b> ({accountName}): {reason}
            </Text>
            {gone ? (
              <Text size="sm" c="dimmed">
                Решено
              </Text>
            ) : (
              <Button
                variant="subtle"
                size="compact-sm"
                ml={-8}
                loading={resolve.isPending && resolve.variables === protestID}
                onClick={() => runSingle(() => resolve.mutateAsync(protestID))}
              >
                Отметить решённым
              </Button>
            )}
          </div>
        </WarningBox>
      ))}
      <FailureAlert reason={resolve.error} />
    </Stack>
  );
}
