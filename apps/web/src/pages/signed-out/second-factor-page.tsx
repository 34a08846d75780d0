import { Alert, Button, Loader, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { Entrance } from '../../areas/account/entrance.tsx';
import { secondStepReason } from '../../areas/account/reasons.ts';
import { SignOutButton } from '../../areas/account/sign-out-button.tsx';
import { startTOTP } from '../../areas/second-factors/calls.ts';
import { ConnectApp } from '../../areas/second-factors/connect-app.tsx';
import { RecoveryCodes } from '../../areas/second-factors/recovery-codes.tsx';
import { call } from '../../shared/call.ts';

interface SecondFactorPageProps {
  /** the session is no longer limited */
  onConfirmed: () => void;
  /** the recovery codes were seen */
  onFinished: () => void;
}

/** Shown before any other page to an account that must have a second factor and has none. */
export function SecondFactorPage({ onConfirmed, onFinished }: SecondFactorPageProps) {
  const [app, setApp] = useState<{ secret: string; uri: string }>();
  const [failure, setFailure] = useState<string>();
  const [codes, setCodes] = useState<string[]>();

  const start = useCallback(async () => {
    setFailure(undefined);
    await call(startTOTP, { body: {} }).then(setApp, (reason) => setFailure(secondStepReason(reason)));
  }, []);
  useEffect(() => void start(), [start]);

  if (codes)
    return (
      <Entrance title="Коды восстановления">
        <RecoveryCodes codes={codes} doneLabel="Коды сохранены, продолжить" onDone={onFinished} />
      </Entrance>
    );
  return (
    <Entrance
      title="Защитите вход"
      hint="В вашем центре вход подтверждают кодом с телефона. Подключите приложение с кодами, и портал откроется."
    >
      <Stack gap="md">
        {failure && (
          <Alert color="red" icon={<IconAlertCircle />}>
            {failure}
          </Alert>
        )}
        {failure && <Button onClick={() => void start()}>Повторить</Button>}
        {!app && !failure && <Loader aria-label="Загрузка" />}
        {app && (
          <ConnectApp
            app={app}
            onConnected={(recoveryCodes) => {
              onConfirmed();
              setCodes(recoveryCodes);
            }}
          />
        )}
        <SignOutButton size="md" fullWidth />
      </Stack>
    </Entrance>
  );
}
