import { Suspense } from 'react';
import { timeOf } from '../../../shared/dates.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { IncomingDetails } from '../../referrals/queries.ts';
import type { SlotAddress } from '../queries.ts';
import { longDayOf } from '../times.ts';
import { BookForm } from './book-form.tsx';
import { BookReferralForm } from './book-referral-form.tsx';

type Slot = SlotAddress & { beginsAt: string };

interface BookDialogProps {
  slot: Slot | undefined;
  /** whose patient is booked; without it, any patient */
  referral: IncomingDetails | undefined;
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

interface FormForProps extends Pick<BookDialogProps, 'referral' | 'onBooked' | 'onClose'> {
  slot: Slot;
}

function FormFor({ slot: { beginsAt: _, ...slot }, referral, onBooked, onClose }: FormForProps) {
  return referral ? (
    <BookReferralForm {...{ referral, slot, onBooked, onClose }} />
  ) : (
    <BookForm {...{ slot, onClose }} />
  );
}
