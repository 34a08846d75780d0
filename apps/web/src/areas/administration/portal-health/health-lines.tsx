import { Button, Group, Text } from '@mantine/core';
import { HEALTH_LINES, type HealthState } from '@snimok/contract/administration/portal-health';
import { IconDatabaseExport } from '@tabler/icons-react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { StateBadge } from '../../../shared/ui/state-badge.tsx';
import classes from './health-lines.module.css';
import { UpdateActions } from './update-actions.tsx';
import { type Health, useRequestBackup } from './queries.ts';

const STATES: Record<HealthState, { label: string; color: string }> = {
  ok: { label: 'в порядке', color: 'green' },
  attention: { label: 'внимание', color: 'yellow' },
  problem: { label: 'проблема', color: 'red' },
};

/** Lists what is in order and what is not, each with what to do about it. */
export function HealthLines({ health }: { health: Health }) {
  const request = useRequestBackup();
  const { lines, canBackUp, isBackingUp, update, timeZone } = health;
  return (
    <>
      <FailureAlert reason={request.error} mb="md" />
      <ul className={classes.lines} aria-label="Состояние портала">
        {lines.map(({ line, state, summary, advice }) => (
          <li key={line} className={classes.line}>
            <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
              <Text fw={600}>{HEALTH_LINES[line]}</Text>
              <StateBadge {...STATES[state]} />
            </Group>
            <Text className={classes.text}>{summary}</Text>
            {advice !== null && <Text className={classes.text}>Что делать: {advice}</Text>}
            {line === 'backup' && canBackUp && (
              <Button
                mt="xs"
                variant="default"
                leftSection={<IconDatabaseExport size={18} stroke={1.8} />}
                loading={request.isPending}
                disabled={isBackingUp}
                onClick={() => request.mutate()}
              >
                {isBackingUp ? 'Копия делается' : 'Сделать копию сейчас'}
              </Button>
            )}
            {line === 'update' && <UpdateActions update={update} timeZone={timeZone} summary={summary} />}
          </li>
        ))}
      </ul>
    </>
  );
}
