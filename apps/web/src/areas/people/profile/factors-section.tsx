import { Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAgo, formatDay } from '../../../shared/dates/dates.ts';
import { canUsePasskeys } from '../../../shared/passkeys/passkeys.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { ConnectApp } from '../second-factors/connect-app.tsx';
import { RecoveryCodes } from '../second-factors/recovery-codes.tsx';
import { AddPasskeyForm } from './add-passkey-form.tsx';
import { FactRow } from './fact-row.tsx';
import { OwnerForm } from './owner-form.tsx';
import { PasskeyRows } from './passkey-rows.tsx';
import {
  factorsQuery,
  type Passkey,
  sendRemovePasskey,
  sendRemoveTOTP,
  sendRenewCodes,
  sendStartTOTP,
  useRefreshProfile,
} from './queries.ts';
import { Section } from './section.tsx';
import { whyNoPasskeys } from './why-no-passkeys.ts';

type Step =
  | { kind: 'add' | 'add-passkey' }
  | { kind: 'remove' | 'renew'; isLast?: boolean }
  | { kind: 'remove-passkey'; passkey: Passkey; isLast: boolean }
  | { kind: 'connect'; app: { secret: string; uri: string } }
  | { kind: 'codes'; codes: string[] };

const TITLES: Record<Step['kind'], string> = {
  add: 'Подключить приложение',
  'add-passkey': 'Добавить ключ доступа',
  'remove-passkey': 'Удалить ключ доступа',
  connect: 'Подключить приложение',
  remove: 'Удалить приложение',
  renew: 'Новые коды восстановления',
  codes: 'Коды восстановления',
};

const NOTHING_LEFT = 'Для входа снова хватит одного пароля, а коды восстановления перестанут действовать.';

export function FactorsSection() {
  const { data: factors } = useSuspenseQuery(factorsQuery);
  const [step, setStep] = useState<Step>();
  const { totp, recoveryCodes, required, passkeys = [], passkeyHost } = factors;
  const count = passkeys.length + (totp ? 1 : 0);
  const isLast = count === 1;
  const reason = whyNoPasskeys({
    passkeyHost,
    hostname: location.hostname,
    isSecure: window.isSecureContext,
    hasPasskeys: 'PublicKeyCredential' in window,
  });
  return (
    <Section
      title="Подтверждение входа"
      hint="Ключ доступа или код с телефона защитит учётную запись, даже если пароль узнает кто-то другой."
    >
      <Stack gap="sm">
        <PasskeyRows
          passkeys={passkeys}
          isLast={isLast && required}
          onRemove={(passkey) => setStep({ kind: 'remove-passkey', passkey, isLast })}
        />
        {totp && (
          <FactRow
            title={<Text fw={500}>Приложение с кодами</Text>}
            action={
              !(isLast && required) && (
                <Button variant="default" size="xs" onClick={() => setStep({ kind: 'remove', isLast })}>
                  Удалить приложение
                </Button>
              )
            }
          >
            <Text size="sm" c="dimmed">
              Подключено {formatDay(totp.createdAt)}
              {totp.lastUsedAt && `, последний код: ${formatAgo(totp.lastUsedAt)}`}
            </Text>
          </FactRow>
        )}
        {count > 0 && <CodesLeft count={recoveryCodes} onRenew={() => setStep({ kind: 'renew' })} />}
        <Group gap="xs">
          {canUsePasskeys(passkeyHost) && (
            <Button variant="default" onClick={() => setStep({ kind: 'add-passkey' })}>
              Добавить ключ доступа
            </Button>
          )}
          {!totp && (
            <Button variant="default" onClick={() => setStep({ kind: 'add' })}>
              Подключить приложение с кодами
            </Button>
          )}
        </Group>
        {reason && (
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        )}
      </Stack>
      <Dialog
        title={step ? TITLES[step.kind] : ''}
        opened={step !== undefined}
        onClose={() => setStep(undefined)}
      >
        {step && <FactorDialog step={step} onStep={setStep} />}
      </Dialog>
    </Section>
  );
}

function CodesLeft({ count, onRenew }: { count: number; onRenew: () => void }) {
  return (
    <FactRow
      title={<Text fw={500}>Коды восстановления</Text>}
      action={
        <Button variant="default" size="xs" onClick={onRenew}>
          Создать новые коды
        </Button>
      }
    >
      <Text size="sm" c={count < 3 ? 'red' : 'dimmed'}>
        Не использовано: {count}
      </Text>
    </FactRow>
  );
}

function FactorDialog({ step, onStep }: { step: Step; onStep: (step: Step | undefined) => void }) {
  const refresh = useRefreshProfile();
  const onClose = () => onStep(undefined);
  const showCodes = (codes: string[]) => {
    void refresh();
    onStep(codes.length > 0 ? { kind: 'codes', codes } : undefined);
  };
  switch (step.kind) {
    case 'add':
      return (
        <OwnerForm
          submitLabel="Далее"
          onClose={onClose}
          onConfirm={async (password) => onStep({ kind: 'connect', app: await sendStartTOTP(password) })}
        >
          После подключения на других устройствах нужно будет войти заново.
        </OwnerForm>
      );
    case 'add-passkey':
      return <AddPasskeyForm onAdded={showCodes} onClose={onClose} />;
    case 'connect':
      return <ConnectApp app={step.app} onConnected={showCodes} />;
    case 'remove':
      return (
        <OwnerForm
          submitLabel="Удалить"
          danger
          onClose={onClose}
          onConfirm={async (password) => {
            await sendRemoveTOTP(password);
            showCodes([]);
          }}
        >
          {step.isLast ? NOTHING_LEFT : 'Коды из приложения больше не понадобятся и не подойдут.'}
        </OwnerForm>
      );
    case 'remove-passkey':
      return (
        <OwnerForm
          submitLabel="Удалить"
          danger
          onClose={onClose}
          onConfirm={async (password) => {
            await sendRemovePasskey(step.passkey.passkeyUUID, password);
            showCodes([]);
          }}
        >
          {step.isLast ? NOTHING_LEFT : `Войти с ключом «${step.passkey.name}» будет нельзя.`}
        </OwnerForm>
      );
    case 'renew':
      return (
        <OwnerForm
          submitLabel="Создать"
          onClose={onClose}
          onConfirm={async (password) => showCodes((await sendRenewCodes(password)).recoveryCodes)}
        >
          Прежние коды восстановления перестанут действовать.
        </OwnerForm>
      );
    case 'codes':
      return <RecoveryCodes codes={step.codes} doneLabel="Коды сохранены" onDone={onClose} />;
  }
}
