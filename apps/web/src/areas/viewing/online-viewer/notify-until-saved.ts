import { notifications } from '@mantine/notifications';
import { explain } from '../../../shared/calls/explain.ts';

/** Most annotations are saved before the user could read a notice. */
const QUIET_MS = 1000;
const CLOSE = { 'aria-label': 'Закрыть' };

/** Says that annotations of a closed viewer are not saved yet, until they are or cannot be. */
export async function notifyUntilSaved(saved: Promise<void>): Promise<void> {
  let id: string | undefined;
  const timer = setTimeout(() => {
    id = notifications.show({
      message: 'Разметка ещё сохраняется. Не закрывайте страницу.',
      loading: true,
      autoClose: false,
      withCloseButton: false,
    });
  }, QUIET_MS);
  try {
    await saved;
    if (id !== undefined)
      notifications.show({ message: 'Разметка сохранена', color: 'green', closeButtonProps: CLOSE });
  } catch (reason) {
    notifications.show({
      message: `Разметка не сохранена. ${explain(reason)}`,
      color: 'red',
      autoClose: false,
      closeButtonProps: CLOSE,
    });
  } finally {
    clearTimeout(timer);
    if (id !== undefined) notifications.hide(id);
  }
}
