import { Text } from '@mantine/core';
import { formatDay, dayOf, timeOf } from '../../../../shared/dates/dates.ts';
import { ConfirmDialog } from '../../../../shared/dialogs/confirm-dialog.tsx';
import { type Closure, useReopenSeat } from '../queries.ts';

interface ClosureDialogProps {
  closure: Closure | undefined;
  timeZone: string;
  onClose: () => void;
}

/** Why a seat is closed and until when, and the button that opens it again. */
export function ClosureDialog({ closure, timeZone, onClose }: ClosureDialogProps) {
  const momentOf = (instant: string) =>
    `${formatDay(dayOf(instant, timeZone))}, ${timeOf(instant, timeZone)}`;
  return (
    <ConfirmDialog
      title="Место закрыто"
      of={closure}
      mutation={useReopenSeat()}
      submitLabel="Открыть время"
      onClose={onClose}
    >
      {({ reason, beginsAt, endsAt, creatorName }) => (
        <>
          <div>
            <Text fw={600}>{reason}</Text>
            <Text>
              С {momentOf(beginsAt)} до {momentOf(endsAt)}
            </Text>
            <Text size="sm" c="dimmed">
              Кто закрыл время: {creatorName}
            </Text>
          </div>
          <Text>После открытия на это время снова можно записывать.</Text>
        </>
      )}
    </ConfirmDialog>
  );
}
