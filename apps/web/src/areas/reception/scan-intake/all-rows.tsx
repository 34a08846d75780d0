import { Button, Group, Paper } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { counted } from '@snimok/api-client/format-numbers';
import { useSyncExternalStore } from 'react';
import { showUndo } from '../../../shared/failures/show-undo.tsx';
import { listUploads, subscribeToUploads } from '../../studies/uploads/send/running-uploads.ts';
import classes from './intake.module.css';
import { changeRow, type IntakeRow, removeRows } from './intake-rows.ts';
import { useReadyRows } from './ready-rows.ts';
import { ClientSelect } from '../../people/doctors/client-select.tsx';

/** What is done with several rows at once. */
export function AllRows({ rows }: { rows: IntakeRow[] }) {
  const ready = useReadyRows();
  const uploads = useSyncExternalStore(subscribeToUploads, listUploads);
  const isUploading = ({ started }: IntakeRow) =>
    uploads.some(({ upload }) => upload.studyID === started?.studyID);
  const open = rows.filter(({ started, isCreating }) => !started && !isCreating);
  const removable = rows.filter((row) => !row.isCreating && !isUploading(row));
  return (
    <Paper component="section" aria-label="Все карточки" className={classes.row}>
      <Group justify="space-between" align="flex-end" gap="sm">
        {open.length > 1 && <ClientOfAll rows={open} />}
        <Group gap="sm" ml="auto">
          {/* disabled instead of absent, so that the rows do not move when an upload ends */}
          <Button variant="default" disabled={removable.length < 2} onClick={() => removeWithUndo(removable)}>
            Убрать все
          </Button>
          {ready.size > 1 && (
            <Button
              leftSection={<IconUpload size={18} stroke={1.6} />}
              onClick={() => [...ready.values()].forEach((send) => send())}
            >
              Отправить готовые ({ready.size})
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  );
}

/** The client of new cards and of bookings without a client; suggested cards have a client. */
function ClientOfAll({ rows }: { rows: IntakeRow[] }) {
  const [first, ...others] = rows.map(({ doctorID }) => doctorID);
  const common = others.every((doctorID) => doctorID === first) ? (first ?? null) : null;
  return (
    <div className={classes.clientOfAll}>
      <ClientSelect
        label="Клиент для всех"
        value={common}
        onChange={(doctorID) => rows.forEach((row) => changeRow(row.id, changeOfClient(row, doctorID)))}
      />
    </div>
  );
}

/** A card that has been picked by hand keeps its client. */
const changeOfClient = ({ other }: IntakeRow, doctorID: number | null): Partial<IntakeRow> => ({
  doctorID,
  ...(other.patientID === null && { other: { doctorID, patientID: null } }),
});

/** Removes rows from the screen only: a study that was created stays in its card. */
export function removeWithUndo(rows: IntakeRow[]) {
  const undo = removeRows(rows.map(({ id }) => id));
  const [first, ...others] = rows;
  const many = counted(rows.length, 'карточка', 'карточки', 'карточек');
  showUndo({
    message: others.length > 0 ? `Убрано: ${many}` : `Убрано: ${nameOfRow(first!)}`,
    undone: others.length > 0 ? 'Карточки возвращены' : 'Карточка возвращена',
    undo,
  });
}

export const nameOfRow = ({ started, sought }: IntakeRow): string =>
  started?.patientName ?? (sought.name || 'В файлах нет имени пациента');
