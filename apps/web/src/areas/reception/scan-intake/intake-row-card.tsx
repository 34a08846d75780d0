import { CloseButton, Group, Paper, Text, Title } from '@mantine/core';
import { formatDay } from '../../../shared/dates/dates.ts';
import { describeFindings } from '../../studies/uploads/inspect/labels.ts';
import { FilesThumbnail } from '../../studies/uploads/thumbnail/files-thumbnail.tsx';
import classes from './intake.module.css';
import { nameOfRow, removeWithUndo } from './all-rows.tsx';
import type { IntakeRow } from './intake-rows.ts';
import { RowForm } from './row-form.tsx';
import { StartedRow } from './started-row.tsx';
import { sexInShort } from '../../people/patients/sex.ts';

/** One study: what the files say, and then whose it is or how far its upload is. */
export function IntakeRowCard({ row }: { row: IntakeRow }) {
  const { id, sought, patient, takenOn, findings, started } = row;
  const name = nameOfRow(row);
  const facts = [
    sought.birthday && formatDay(sought.birthday),
    sought.name && patient.sex && sexInShort(patient.sex),
    takenOn && `снято ${formatDay(takenOn)}`,
  ].filter(Boolean);
  return (
    <Paper component="article" className={classes.row} aria-labelledby={`intake-${id}`}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Group wrap="nowrap" align="flex-start" gap="sm">
          <FilesThumbnail findings={findings} />
          <div className={classes.head}>
            <Title order={2} size="h3" id={`intake-${id}`}>
              {name}
            </Title>
            {facts.length > 0 && <Text size="sm">{facts.join(' · ')}</Text>}
            <Text size="sm" c="dimmed">
              {describeFindings({ ...findings, people: [] })}
            </Text>
          </div>
        </Group>
        {!row.isCreating && !started && (
          <CloseButton
            aria-label={`Убрать: ${name}`}
            size={44}
            iconSize={18}
            m={-8}
            onClick={() => removeWithUndo([row])}
          />
        )}
      </Group>
      {started ? <StartedRow row={row} started={started} /> : <RowForm row={row} />}
    </Paper>
  );
}
