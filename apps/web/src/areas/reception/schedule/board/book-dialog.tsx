import { Suspense } from 'react';
import { timeOf } from '../../../../shared/dates/dates.ts';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import type { SlotAddress } from '../queries.ts';
import { longDayOf } from '../times.ts';
import { BookForm } from './book-form.tsx';
import { BookReferralForm } from './book-referral-form.tsx';
import type { Whom } from './referral-to-book.tsx';

type Slot = SlotAddress & { beginsAt: string };

interface BookDialogProps {
  slot: Slot | undefined;
  whom: Whom;
  timeZone: string;
  onBooked: () => void;
  onClose: () => void;
}

/** Books a slot for a patient who calls by phone or for whom a referral was accepted. */
export function BookDialog({ slot, timeZone, onClose, ...form }: BookDialogProps) {
  const when = slot ? `${longDayOf(slot.date)}, ${timeOf(slot.beginsAt, timeZone)}` : '';
  return (
    <Dialog title={`Запись: ${when}`} opened={slot !== undefined} onClose={onClose}>
      {slot && (
        <Suspense>
          <FormFor slot={slot} onClose={onClose} {...form} />
        </Suspense>
      )}
    </Dialog>
  );
}

interface FormForProps extends Pick<BookDialogProps, 'whom' | 'onBooked' | 'onClose'> {
  slot: Slot;
}

function FormFor({ slot: { beginsAt: _, ...slot }, whom, onBooked, onClose }: FormForProps) {
  const { referral, patient } = whom;
  return referral ? (
    <BookReferralForm referral={referral} slot={slot} onBooked={onBooked} onClose={onClose} />
  ) : (
    <BookForm slot={slot} patient={patient} onBooked={onBooked} onClose={onClose} />
  );
}
