import type { ReactNode } from 'react';
import { useSingleFlight } from '../use-single-flight.ts';
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
export function ConfirmForm({ onConfirm, ...form }: ConfirmFormProps) {
  const runSingle = useSingleFlight();
  return (
    <DialogForm
      {...form}
      danger
      onSubmit={(event) => {
        event.preventDefault();
        runSingle(onConfirm);
      }}
    />
  );
}
