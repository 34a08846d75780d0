import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Dialog } from './dialog.tsx';

/** Asks before what was written is lost: by a link of ours, and by closing or reloading the page. */
export function LeaveWarning({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [when]);

  const stay = () => blocker.reset?.();
  return (
    <Dialog title="Изменения не сохранены" opened={blocker.state === 'blocked'} onClose={stay}>
      <Text mb="lg">Если уйти сейчас, они пропадут.</Text>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" color="red" onClick={() => blocker.proceed?.()}>
          Уйти без сохранения
        </Button>
        <Button onClick={stay} data-autofocus>
          Остаться
        </Button>
      </Group>
    </Dialog>
  );
}
