import { Button, Stack } from '@mantine/core';
import type { SignedIn } from '@snimok/contract/people/auth';
import { IconBuilding } from '@tabler/icons-react';
import { type ComponentType, Suspense, useState } from 'react';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { canUsePasskeys, getAssertion } from '../../../shared/passkeys/passkeys.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useSignInOptions } from './use-sign-in-options.ts';
import { signInWithPasskey, startPasskeySignIn, startSSO } from './calls.ts';
import { secondStepReason } from '../accounts/reasons.ts';

interface OtherSignInsProps {
  onSignedIn: (answer: z.output<typeof SignedIn>) => Promise<void>;
  onFailure: (sentence: string | undefined) => void;
  keepsPage?: boolean;
  /** the ways into a public demonstration */
  Demo?: ComponentType<Pick<OtherSignInsProps, 'onSignedIn'> & { endsAt: string }>;
}

/** The ways to sign in without the password of the portal, if browser and portal support them. */
export default function OtherSignIns({ onSignedIn, onFailure, keepsPage = false, Demo }: OtherSignInsProps) {
  const { passkeyHost, ssoName, demoEndsAt } = useSignInOptions();
  const usePasskey = async () => {
    const options = await call(startPasskeySignIn, { body: {} });
    await onSignedIn(await call(signInWithPasskey, { body: await getAssertion(options) }));
  };
  return (
    <Stack gap="sm" mt="md">
      {canUsePasskeys(passkeyHost) && (
        <PasskeyButton variant="default" run={usePasskey} explain={secondStepReason} onFailure={onFailure}>
          Войти с ключом доступа
        </PasskeyButton>
      )}
      {ssoName && <ProviderButton name={ssoName} onFailure={onFailure} keepsPage={keepsPage} />}
      {Demo && demoEndsAt && (
        <Suspense>
          <Demo endsAt={demoEndsAt} onSignedIn={onSignedIn} />
        </Suspense>
      )}
    </Stack>
  );
}

interface ProviderButtonProps extends Pick<OtherSignInsProps, 'onFailure' | 'keepsPage'> {
  name: string;
  /** the provider asks for password and factor even if it knows the browser */
  again?: boolean;
}

/** Leads to the identity provider of the centre, which leads back to `/sso`. */
export function ProviderButton({ name, again = false, keepsPage = false, onFailure }: ProviderButtonProps) {
  const [pending, setPending] = useState(false);
  const onClick = async () => {
    setPending(true);
    onFailure(undefined);
    try {
      const { url } = await call(startSSO, { body: { again } });
      if (!keepsPage) return location.assign(url);
      window.open(url, '_blank', 'noopener');
      setPending(false);
    } catch (reason) {
      onFailure(secondStepReason(reason));
      setPending(false);
    }
  };
  return (
    <Button
      size="md"
      fullWidth
      variant="default"
      leftSection={<IconBuilding size={20} stroke={1.7} aria-hidden />}
      loading={pending}
      disabled={pending}
      onClick={() => void onClick()}
    >
      Войти через {name}
    </Button>
  );
}
