import { DialogWindow } from '../../../shared/dialogs/dialog-window.tsx';
import { type DiscCalls, DiscState } from './disc-state.tsx';

interface DiscDialogProps {
  calls: DiscCalls;
  opened: boolean;
  onClose: () => void;
}

export default function DiscDialog({ calls, opened, onClose }: DiscDialogProps) {
  return (
    <DialogWindow title="Записать на диск" opened={opened} onClose={onClose}>
      <DiscState calls={calls} />
    </DialogWindow>
  );
}
