import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogForm, type Sending } from './dialog-form.tsx';

interface ConfirmDialogProps<Subject> {
  title: string;
  /** what the dialog asks about; undefined while it is closed */
  of: Subject | undefined;
  /** runs with `of` when the person confirms */
  mutation: Sending & { mutateAsync: (of: Subject) => Promise<unknown>; reset: () => void };
  submitLabel: string;
  onClose: () => void;
  /** what will happen */
  children: (of: Subject) => ReactNode;
}

/** Asks before something is deleted or revoked. */
export function ConfirmDialog<Subject>(props: ConfirmDialogProps<Subject>) {
  const { title, of, mutation, submitLabel, onClose, children } = props;
  const close = () => {
    onClose();
    // the mutation is used again for the next subject, which must not see the result of this one
    mutation.reset();
  };
  return (
    <Dialog title={title} opened={of !== undefined} onClose={close}>
      {of !== undefined && (
        <DialogForm
          danger
          sending={mutation}
          submitLabel={submitLabel}
          onSubmit={() => mutation.mutateAsync(of)}
          onClose={close}
        >
          {children(of)}
        </DialogForm>
      )}
    </Dialog>
  );
}
