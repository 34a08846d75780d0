import { lazy, Suspense, useEffect, useState } from 'react';
import { askWith } from '../../../shared/calls/confirmation.ts';

const ConfirmationDialog = lazy(() => import('./confirmation-dialog.tsx'));

/** Shows the dialog on any page when the server asks the user to prove her identity before it executes a request. */
export function Confirmation() {
  const [answer, setAnswer] = useState<(confirmed: boolean) => void>();
  useEffect(() => askWith(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  if (!answer) return null;
  const onClose = (confirmed: boolean) => {
    setAnswer(undefined);
    answer(confirmed);
  };
  return (
    <Suspense>
      <ConfirmationDialog onClose={onClose} />
    </Suspense>
  );
}
