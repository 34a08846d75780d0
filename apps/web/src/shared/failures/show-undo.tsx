import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { explain } from '../calls/explain.ts';

const VISIBLE_MS = 10_000;
const CLOSE = { 'aria-label': 'Закрыть' };

export interface UndoNotice {
  /** what has been done */
  message: string;
  /** shown after the undo */
  undone: string;
  undo: () => Promise<unknown>;
}

/** A notice with an undo button. It stays while the pointer is over it, and across navigation. */
export function showUndo({ message, undone, undo }: UndoNotice) {
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button variant="subtle" size="compact-md" flex="none" onClick={() => runUndo()}>
          Отменить
        </Button>
      </Group>
    ),
    autoClose: VISIBLE_MS,
    closeButtonProps: CLOSE,
  });

  async function runUndo() {
    // the notice is hidden first, so that a second click has no effect
    notifications.hide(id);
    try {
      await undo();
      notifications.show({ message: undone, color: 'green', closeButtonProps: CLOSE });
    } catch (reason) {
      notifications.show({
        message: explain(reason),
        color: 'red',
        autoClose: false,
        closeButtonProps: CLOSE,
      });
    }
  }
}
