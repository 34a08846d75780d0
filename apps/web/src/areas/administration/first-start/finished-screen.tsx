import { Button, List, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Entrance } from '../../people/accounts/entrance.tsx';
import type { FinishedStart } from './step-props.ts';

const EVERY_MS = 1_000;
/** The portal restarts within two seconds. If it answers for this long, it has restarted between two calls. */
const SURELY_MS = 20_000;

const answers = () =>
  fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the portal has started again after the end of the first start. */
function useRestarted(): boolean {
  const [isRestarted, setRestarted] = useState(false);
  useEffect(() => {
    const begin = performance.now();
    let wasAway = false;
    const timer = window.setInterval(async () => {
      const isThere = await answers();
      if (!isThere) wasAway = true;
      else if (wasAway || performance.now() - begin > SURELY_MS) {
        window.clearInterval(timer);
        setRestarted(true);
      }
    }, EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
  return isRestarted;
}

/** The passwords of the demonstration's accounts are shown only here. */
export function FinishedScreen({ demoAccounts, publicURL }: FinishedStart) {
  const isRestarted = useRestarted();
  const address = new URL(publicURL ?? '/', window.location.origin).href;
  return (
    <Entrance title="Портал настроен">
      <Stack gap="md">
        {demoAccounts.length > 0 && (
          <>
            <Text>Учётные записи примеров. Пароли показаны только сейчас:</Text>
            <List spacing="xs" size="sm" listStyleType="none">
              {demoAccounts.map(({ name, email, password }) => (
                <List.Item key={email}>
                  {name}
                  <br />
                  {email}, пароль {password}
                </List.Item>
              ))}
            </List>
          </>
        )}
        <Text role="status">
          {isRestarted
            ? `Портал работает с вашими настройками по адресу ${address}`
            : 'Портал перезапускается с вашими настройками. Это занимает около 15 секунд.'}
        </Text>
        {isRestarted ? (
          <Button component="a" href={address} size="md" fullWidth>
            Войти в портал
          </Button>
        ) : (
          <Loader role="img" aria-label="Портал перезапускается" />
        )}
      </Stack>
    </Entrance>
  );
}
