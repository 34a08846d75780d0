import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Dialog } from './dialog.tsx';

/** Warns about unsaved changes before navigation, and before the page is closed or reloaded. */
export function LeaveWarning({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', confirmLeave);
    return () => removeEventListener('beforeunload', confirmLeave);
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
