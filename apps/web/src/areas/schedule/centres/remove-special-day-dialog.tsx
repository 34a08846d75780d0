import { Text } from '@mantine/core';
import { formatDay } from '../../../shared/dates.ts';
import { ConfirmForm } from '../../../shared/ui/confirm-form.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { useUnsetSpecialDay } from '../queries.ts';

interface RemoveSpecialDayDialogProps {
  locationID: number;
  /** YYYY-MM-DD; undefined while the dialog is closed */
  date: string | undefined;
  onClose: () => void;
}

export const RemoveSpecialDayDialog = ({ locationID, date, onClose }: RemoveSpecialDayDialogProps) => (
  <Dialog title="Убрать особый день" opened={date !== undefined} onClose={onClose}>
    {date && <RemoveSpecialDay locationID={locationID} date={date} onClose={onClose} />}
  </Dialog>
);

function RemoveSpecialDay({ locationID, date, onClose }: RemoveSpecialDayDialogProps & { date: string }) {
  const unset = useUnsetSpecialDay(locationID);
  return (
    <ConfirmForm
      sending={unset}
      onConfirm={() => unset.mutateAsync(date)}
      submitLabel="Убрать"
      onClose={onClose}
    >
      <Text>{formatDay(date)} центр снова будет работать по обычным часам.</Text>
    </ConfirmForm>
  );
}
