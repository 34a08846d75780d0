import type { ReactNode } from 'react';
import { useSingleFlight } from '../use-single-flight.ts';
import { DialogForm } from './dialog-form.tsx';
import { showUndo, type UndoNotice } from './show-undo.tsx';

interface DeleteFormProps {
  /** the mutation that deletes */
  deletion: {
    isPending: boolean;
    isSuccess: boolean;
    error: Error | null;
    mutateAsync: () => Promise<unknown>;
  };
  /** shown after the deletion */
  undoNotice: UndoNotice;
  onClose: () => void;
  /** what will be deleted */
  children: ReactNode;
}

/** The form of a confirmation dialog in `DeleteMenu`: deletes, then offers to undo the deletion. */
export function DeleteForm({ deletion, undoNotice, onClose, children }: DeleteFormProps) {
  const runSingle = useSingleFlight();
  return (
    <DialogForm
      danger
      sending={deletion}
      submitLabel="Удалить"
      onSubmit={(event) => {
        event.preventDefault();
        runSingle(async () => {
          await deletion.mutateAsync();
          showUndo(undoNotice);
        });
      }}
      onClose={onClose}
    >
      {children}
    </DialogForm>
  );
}
