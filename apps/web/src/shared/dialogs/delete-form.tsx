import type { ReactNode } from 'react';
import { DialogForm } from './dialog-form.tsx';
import { showUndo, type UndoNotice } from '../failures/show-undo.tsx';

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

/** The form of a confirmation dialog in a `MoreMenu`: deletes, then offers to undo the deletion. */
export const DeleteForm = ({ deletion, undoNotice, ...form }: DeleteFormProps) => (
  <DialogForm
    {...form}
    danger
    sending={deletion}
    submitLabel="Удалить"
    onSubmit={async () => {
      await deletion.mutateAsync();
      showUndo(undoNotice);
    }}
  />
);
