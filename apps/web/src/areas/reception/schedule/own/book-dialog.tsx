import { Suspense } from 'react';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { BookForm } from './book-form.tsx';
import type { ChosenTime } from './chosen-time.ts';

interface BookDialogProps {
  time: ChosenTime | undefined;
  onClose: () => void;
  onBooked: (bookingID: number) => void;
}

export const BookDialog = ({ time, onClose, onBooked }: BookDialogProps) => (
  <Dialog title="Запись пациента" opened={time !== undefined} onClose={onClose}>
    {time && (
      <Suspense>
        <BookForm time={time} onClose={onClose} onBooked={onBooked} />
      </Suspense>
    )}
  </Dialog>
);
