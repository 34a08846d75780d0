import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { explain } from '../explain.ts';

const LONG_ENOUGH_MS = 10_000;
const CLOSE = { 'aria-label': 'Закрыть' };

interface UndoNotice {
  /** what has been done */
  message: string;
  /** what is said when it was undone */
  undone: string;
  undo: () => Promise<unknown>;
}

/** Says what has been done and takes it back on a click; stays while the pointer rests on it, whatever page one is on. */
export function showUndo({ message, undone, undo }: UndoNotice) {
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button variant="subtle" size="compact-md" onClick={() => takeBack()}>
          Отменить
        </Button>
      </Group>
    ),
    autoClose: LONG_ENOUGH_MS,
    closeButtonProps: CLOSE,
  });

  async function takeBack() {
    // first, so that a second click meets nothing
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
