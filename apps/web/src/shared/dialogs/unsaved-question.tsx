import { Button, Text } from '@mantine/core';
import { DialogFooter } from './dialog-footer.tsx';
import { DialogWindow } from './dialog-window.tsx';
import { GuardedButton } from './guarded-button.tsx';

interface UnsavedQuestionProps {
  title: string;
  /** what is lost */
  children: string;
  leaveLabel: string;
  stayLabel: string;
  opened: boolean;
  closeOnEscape?: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before input is discarded. */
export const UnsavedQuestion = (props: UnsavedQuestionProps) => (
  <DialogWindow
    title={props.title}
    opened={props.opened}
    closeOnEscape={props.closeOnEscape}
    onClose={props.onStay}
  >
    <Text mb="lg">{props.children}</Text>
    <DialogFooter>
      <GuardedButton variant="light" color="red" onClick={props.onLeave}>
        {props.leaveLabel}
      </GuardedButton>
      <Button onClick={props.onStay} data-autofocus>
        {props.stayLabel}
      </Button>
    </DialogFooter>
  </DialogWindow>
);
