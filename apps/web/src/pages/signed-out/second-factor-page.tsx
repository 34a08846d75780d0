import { Alert, Button, Divider, Loader, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { Entrance } from '../../areas/people/accounts/entrance.tsx';
import { secondStepReason } from '../../areas/people/accounts/reasons.ts';
import { SignOutButton } from '../../areas/people/accounts/sign-out-button.tsx';
import { startTOTP } from '../../areas/people/second-factors/calls.ts';
import { ConnectApp } from '../../areas/people/second-factors/connect-app.tsx';
import { NewPasskeyButton } from '../../areas/people/second-factors/new-passkey-button.tsx';
import { RecoveryCodes } from '../../areas/people/second-factors/recovery-codes.tsx';
import { useCanUsePasskeys } from '../../areas/people/second-factors/use-sign-in-options.ts';
import { call } from '../../shared/calls/call.ts';

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
  const canUsePasskeys = useCanUsePasskeys();

  const start = useCallback(async () => {
    setFailure(undefined);
    await call(startTOTP, { body: {} }).then(setApp, (reason) => setFailure(secondStepReason(reason)));
  }, []);
  useEffect(() => void start(), [start]);

  const onAdded = (recoveryCodes: string[]) => {
    onConfirmed();
    setCodes(recoveryCodes);
  };
  if (codes)
    return (
      <Entrance title="Коды восстановления">
        <RecoveryCodes codes={codes} doneLabel="Коды сохранены, продолжить" onDone={onFinished} />
      </Entrance>
    );
  return (
    <Entrance
      title="Защитите вход"
      hint={
        canUsePasskeys
          ? 'В вашем центре для входа мало одного пароля. Подключите приложение с кодами или создайте ключ доступа, и портал откроется.'
          : 'В вашем центре вход подтверждают кодом с телефона. Подключите приложение с кодами, и портал откроется.'
      }
    >
      <Stack gap="md">
        {failure && (
          <Alert color="red" icon={<IconAlertCircle />}>
            {failure}
          </Alert>
        )}
        {failure && !app && <Button onClick={() => void start()}>Повторить</Button>}
        {!app && !failure && <Loader role="img" aria-label="Загрузка" />}
        {app && <ConnectApp app={app} onConnected={onAdded} />}
        {app && canUsePasskeys && (
          <>
            <Divider label="или" />
            <Text size="sm">
              Ключ доступа: вход по отпечатку, лицу или ПИН-коду этого устройства, без пароля и кодов.
            </Text>
            <NewPasskeyButton onAdded={onAdded} onFailure={setFailure} />
          </>
        )}
        <SignOutButton size="md" fullWidth />
      </Stack>
    </Entrance>
  );
}
