import { call } from '../../../shared/calls/call.ts';
import { createPasskey } from '../../../shared/passkeys/passkeys.ts';
import { secondStepReason } from '../accounts/reasons.ts';
import { addPasskey, startPasskey } from './calls.ts';
import { PasskeyButton } from './passkey-button.tsx';

interface NewPasskeyButtonProps {
  onAdded: (recoveryCodes: string[]) => void;
  onFailure: (sentence: string | undefined) => void;
}

/** Makes the first factor of an account that must have one. */
export function NewPasskeyButton({ onAdded, onFailure }: NewPasskeyButtonProps) {
  const run = async () => {
    const credential = await createPasskey(await call(startPasskey, { body: {} }));
    onAdded((await call(addPasskey, { body: { credential } })).recoveryCodes);
  };
  return (
    <PasskeyButton variant="default" run={run} explain={secondStepReason} onFailure={onFailure}>
      Создать ключ доступа
    </PasskeyButton>
  );
}
