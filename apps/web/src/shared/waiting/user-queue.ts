import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useConnectionLost } from '../connection/connection.ts';
import { useRequestUUID } from '../calls/use-request-uuid.ts';
import { useUserStorage } from '../storage/user-storage.ts';
import { type WaitingKind, WaitingQueue } from './waiting-queue.ts';

const notify = (message: string, failed: boolean) =>
  void notifications.show({
    message,
    color: failed ? 'red' : 'green',
    autoClose: failed ? false : 10_000,
    closeButtonProps: { 'aria-label': 'Закрыть' },
  });

/** The requests of the signed-in user that the server has not answered. */
export const waitingQueue = new WaitingQueue(notify);

export function useWaitingRequests() {
  useUserStorage();
  return useSyncExternalStore(waitingQueue.subscribe, () => waitingQueue.requests);
}

/** The requests that a person must know about, because they have failed or wait for the connection. */
export function useUnsentRequests() {
  const requests = useWaitingRequests();
  const lost = useConnectionLost();
  return lost ? requests : requests.filter(({ state }) => state === 'failed');
}

/**
 * A mutation whose request waits for the connection, also after its form has been left. `isPaused`: it waits now. `cancel` forgets it.
 * `onChange` gets the input with which an interrupted request continues.
 */
export function useWaitingMutation<Input extends object, Answer>(
  kind: WaitingKind<Input, Answer>,
  onChange?: (input: Input) => void,
) {
  useUserStorage();
  const lost = useConnectionLost();
  const uuidOf = useRequestUUID();
  const uuid = useRef('');
  useEffect(() => () => waitingQueue.left(uuid.current), []);
  const mutation = useMutation<Answer, Error, Input>({
    meta: { waits: true },
    mutationFn: async (input) => {
      uuid.current = uuidOf(input);
      return waitingQueue.start(kind, input, uuid.current, onChange);
    },
  });
  return {
    ...mutation,
    isPaused: lost && mutation.isPending,
    cancel: () => waitingQueue.discard(uuid.current),
  };
}

/**
 * Removes the saved draft of a form while its request waits: otherwise the form would be filled with it again, and the
 * request sent twice.
 */
export function useForgetWhile(waits: boolean, forget: () => void) {
  const onWaiting = useEffectEvent(forget);
  useEffect(() => {
    if (waits) onWaiting();
  }, [waits]);
}
