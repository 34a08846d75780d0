import { useWindowEvent } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { isAsking } from '../calls/confirmation.ts';
import { Boundary } from '../failures/boundary.tsx';
import { DialogWindow } from './dialog-window.tsx';
import { UnsavedQuestion } from './unsaved-question.tsx';
import { useChangedFields } from './use-changed-fields.ts';
import { type Blocker, useLeaveBlock } from './use-leave-block.ts';

interface DialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

const LockContext = createContext<(sentence: string | null) => void>(() => undefined);

/** Keeps the dialog open while there is a sentence, which says what would be lost with it. */
export function useDialogLock(sentence: string | null) {
  const setLock = useContext(LockContext);
  useEffect(() => {
    setLock(sentence);
    return () => setLock(null);
  }, [sentence, setLock]);
}

/** An open dropdown list takes the key for itself. */
const isEscape = ({ key, isComposing, target }: KeyboardEvent) =>
  key === 'Escape' &&
  !isComposing &&
  !(target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true');

/**
 * A modal dialog. Its children are mounted only while it is open, so every opening starts with fresh state. Esc, a click
 * beside it, its close button and navigation ask before they discard the input of its forms.
 */
export function Dialog({ title, opened, onClose, children }: DialogProps) {
  const fields = useChangedFields();
  const [asking, setAsking] = useState(false);
  const [lock, setLock] = useState<string | null>(null);
  const [blocker, setBlocker] = useState<Blocker>();
  const isAsked = asking || blocker?.state === 'blocked';
  const content = useRef<HTMLDivElement>(null);
  // the next step of a dialog has another title, and replaces the control that had the focus
  useEffect(() => {
    if (!opened || document.activeElement !== document.body) return;
    const field = content.current?.querySelector<HTMLElement>('[data-autofocus]');
    (field ?? content.current)?.focus({ preventScroll: true });
  }, [opened, title]);

  const requestClose = () => {
    if (fields.areChanged(['done'])) setAsking(true);
    else onClose();
  };
  const stay = () => {
    setAsking(false);
    blocker?.reset?.();
  };
  const leave = () => {
    setAsking(false);
    onClose();
    blocker?.proceed?.();
  };
  // one listener for both windows: with one each, the key that opens the question would also close it
  useWindowEvent(
    'keydown',
    (event) => {
      // the dialog that asks for a confirmation of identity lies above this one
      if (!opened || isAsking() || !isEscape(event)) return;
      if (isAsked) stay();
      else if (lock === null) requestClose();
    },
    { capture: true },
  );

  return (
    <DialogWindow
      title={title}
      opened={opened}
      onClose={requestClose}
      closable={lock === null}
      closeOnEscape={false}
    >
      <LockContext value={setLock}>
        <div
          ref={content}
          tabIndex={-1}
          style={{ outline: 'none' }}
          onPointerDownCapture={fields.remember}
          onFocusCapture={fields.remember}
        >
          <Boundary>{children}</Boundary>
        </div>
      </LockContext>
      {/* a form that has been sent navigates itself */}
      <LeaveBlock
        when={() => lock !== null || fields.areChanged(['pending', 'done'])}
        onChange={setBlocker}
      />
      <UnsavedQuestion
        title="Закрыть без сохранения?"
        opened={isAsked}
        closeOnEscape={false}
        leaveLabel="Закрыть без сохранения"
        stayLabel="Продолжить"
        onLeave={leave}
        onStay={stay}
      >
        {lock ?? 'Введённые данные пропадут.'}
      </UnsavedQuestion>
    </DialogWindow>
  );
}

interface LeaveBlockProps {
  when: () => boolean;
  onChange: (blocker: Blocker) => void;
}

/** Mounted only while its dialog is open, because the router has one blocker at a time. */
function LeaveBlock({ when, onChange }: LeaveBlockProps) {
  const blocker = useLeaveBlock(when);
  useEffect(() => onChange(blocker), [blocker, onChange]);
  return null;
}
