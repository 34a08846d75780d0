import { Text } from '@mantine/core';
import { formatDay } from '../../../../shared/dates/dates.ts';
import { ConfirmDialog } from '../../../../shared/dialogs/confirm-dialog.tsx';
import { useUnsetSpecialDay } from '../queries.ts';

interface RemoveSpecialDayDialogProps {
  locationID: number;
  /** YYYY-MM-DD; undefined while the dialog is closed */
  date: string | undefined;
  onClose: () => void;
}

export const RemoveSpecialDayDialog = ({ locationID, date, onClose }: RemoveSpecialDayDialogProps) => (
  <ConfirmDialog
    title="Убрать особый день"
    of={date}
    mutation={useUnsetSpecialDay(locationID)}
    submitLabel="Убрать"
    onClose={onClose}
  >
    {(day) => <Text>{formatDay(day)} центр снова будет работать по обычным часам.</Text>}
  </ConfirmDialog>
);
