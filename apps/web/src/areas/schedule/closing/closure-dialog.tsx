import { Text } from '@mantine/core';
import { formatDay, dayOf, timeOf } from '../../../shared/dates.ts';
import { ConfirmForm } from '../../../shared/ui/confirm-form.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { type Closure, useReopenSeat } from '../queries.ts';

interface ClosureDialogProps {
  closure: Closure | undefined;
  timeZone: string;
  onClose: () => void;
}

/** Why a seat is closed and until when, and the button that opens it again. */
export const ClosureDialog = ({ closure, timeZone, onClose }: ClosureDialogProps) => (
  <Dialog title="Место закрыто" opened={closure !== undefined} onClose={onClose}>
    {closure && <Reopen closure={closure} timeZone={timeZone} onClose={onClose} />}
  </Dialog>
);

function Reopen({ closure, timeZone, onClose }: ClosureDialogProps & { closure: Closure }) {
  const reopening = useReopenSeat(closure.closureID);
  const momentOf = (instant: string) =>
    `${formatDay(dayOf(instant, timeZone))}, ${timeOf(instant, timeZone)}`;
  return (
    <ConfirmForm
      sending={reopening}
      onConfirm={() => reopening.mutateAsync()}
      submitLabel="Открыть время"
      onClose={onClose}
    >
      <div>
        <Text fw={600}>{closure.reason}</Text>
        <Text>
          С {momentOf(closure.beginsAt)} до {momentOf(closure.endsAt)}
        </Text>
        <Text size="sm" c="dimmed">
          Закрыл: {closure.creatorName}
        </Text>
      </div>
      <Text>После открытия на это время снова можно записывать.</Text>
    </ConfirmForm>
  );
}
