import { Button } from '@mantine/core';
import { MISSED_AFTER_MINUTES } from '@snimok/contract/reception/schedule';
import { showFailure } from '../../../../shared/failures/show-failure.ts';
import { useNow } from '../../../../shared/dates/use-now.ts';
import { type BookingCard, useMarkMissed } from '../queries.ts';

interface MissedButtonProps {
  booking: BookingCard;
  onDone: () => void;
}

/** Records that the patient did not come, once that is certain enough, or takes it back. */
export function MissedButton({
  booking: { bookingID, beginsAt, missed = false },
  onDone,
}: MissedButtonProps) {
  const marking = useMarkMissed(bookingID);
  const now = useNow();
  if (!missed && now < Date.parse(beginsAt) + MISSED_AFTER_MINUTES * 60_000) return null;
  return (
    <Button
      variant="default"
      loading={marking.isPending}
      onClick={() => marking.mutate(!missed, { onSuccess: onDone, onError: showFailure })}
    >
      {missed ? 'Отменить неявку' : 'Неявка'}
    </Button>
  );
}
