import type { SignedIn } from '@snimok/contract/people/auth';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { getAssertion } from '../../../shared/passkeys/passkeys.ts';
import { completeSignIn } from '../accounts/calls.ts';
import { startPasskeySignIn } from './calls.ts';
import { FormNotice } from '../accounts/form-notice.tsx';
import { secondStepReason } from '../accounts/reasons.ts';
import { PasskeyButton } from './passkey-button.tsx';

interface PasskeyStepProps {
  mfa_token: string;
  onSignedIn: (answer: z.output<typeof SignedIn>) => Promise<void>;
  /** goes back if the token has ended; throws other reasons again */
  onRefused: (reason: unknown) => void;
}

/** A passkey as the second step of a sign-in. */
export function PasskeyStep({ mfa_token, onSignedIn, onRefused }: PasskeyStepProps) {
  const [failure, setFailure] = useState<string>();
  const run = async () => {
    const answer = await call(startPasskeySignIn, { body: { mfa_token } })
      .then(getAssertion)
      .then((passkey) => call(completeSignIn, { body: { mfa_token, method: 'passkey', passkey } }))
      .catch(onRefused);
    if (answer) await onSignedIn(answer);
  };
  return (
    <>
      <FormNotice alert={failure} />
      <PasskeyButton autoFocus run={run} explain={secondStepReason} onFailure={setFailure}>
        Подтвердить ключом доступа
      </PasskeyButton>
    </>
  );
}
