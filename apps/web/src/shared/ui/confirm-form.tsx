import type { ReactNode } from 'react';
import { DialogForm } from './dialog-form.tsx';

interface ConfirmFormProps {
  /** the mutation that is confirmed */
  sending: { isPending: boolean; isSuccess: boolean; error: Error | null };
  onConfirm: () => Promise<unknown>;
  submitLabel: string;
  onClose: () => void;
  /** what will happen */
  children: ReactNode;
}

/** The form of a dialog that asks before something is revoked. */
export const ConfirmForm = ({ onConfirm, ...form }: ConfirmFormProps) => (
  <DialogForm {...form} danger onSubmit={onConfirm} />
);
