import { Loader, Stack } from '@mantine/core';
import {
  confirmAdministratorTOTP,
  startAdministratorTOTP,
} from '@snimok/contract/administration/first-start';
import { useEffect, useState } from 'react';
import { call } from '../../../shared/calls/call.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { FormNotice } from '../../people/accounts/form-notice.tsx';
import { ConnectApp } from '../../people/second-factors/connect-app.tsx';
import { RecoveryCodes } from '../../people/second-factors/recovery-codes.tsx';
import { SkipButton } from './skip-button.tsx';
import type { StepProps } from './step-props.ts';
import { useAnswer } from './use-answer.ts';

/** The authenticator app of the administrator. */
export function FactorStep({ token, onAnswered }: StepProps) {
  const { skip, isSkipping, failure } = useAnswer({ token, onAnswered }, 'factor');
  const [app, setApp] = useState<{ secret: string; uri: string }>();
  const [alert, setAlert] = useState<string>();
  const [codes, setCodes] = useState<string[]>();
  useEffect(() => {
    call(startAdministratorTOTP, { body: { token } }).then(setApp, (reason) => setAlert(explain(reason)));
  }, [token]);

  if (codes)
    return <RecoveryCodes codes={codes} doneLabel="Коды сохранены, продолжить" onDone={onAnswered} />;
  return (
    <Stack gap="md">
      <FormNotice alert={alert ?? failure} />
      {!app && !alert && <Loader role="img" aria-label="Загрузка" />}
      {app && (
        <ConnectApp
          app={app}
          confirm={({ code }) => call(confirmAdministratorTOTP, { body: { token, code } })}
          onConnected={setCodes}
        />
      )}
      <SkipButton pending={isSkipping} onSkip={skip} />
    </Stack>
  );
}
