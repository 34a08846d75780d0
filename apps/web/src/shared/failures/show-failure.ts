import { notifications } from '@mantine/notifications';
import { explain } from '../calls/explain.ts';

/** A notice that stays until it is closed, for the failure of an action that has no form. */
export const showFailure = (reason: unknown): void => {
  notifications.show({
    message: explain(reason),
    color: 'red',
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Закрыть' },
  });
};
