import { lazy, Suspense, useEffect, useState } from 'react';
import { askWith } from '../../shared/confirmation.ts';

const ConfirmationDialog = lazy(() => import('./confirmation-dialog.tsx'));

/** Shows the dialog when the server asks who it is, whatever page has sent the request. */
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
