import { Button, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAgo, formatDay } from '../../shared/dates.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ConnectApp } from '../second-factors/connect-app.tsx';
import { RecoveryCodes } from '../second-factors/recovery-codes.tsx';
import { FactRow } from './fact-row.tsx';
import { OwnerForm } from './owner-form.tsx';
import { factorsQuery, sendRemoveTOTP, sendRenewCodes, sendStartTOTP, useRefreshProfile } from './queries.ts';
import { Section } from './section.tsx';

type Step =
  | { kind: 'add' | 'remove' | 'renew' }
  | { kind: 'connect'; app: { secret: string; uri: string } }
  | { kind: 'codes'; codes: string[] };

const TITLES: Record<Step['kind'], string> = {
  add: 'Подключить приложение',
  connect: 'Подключить приложение',
  remove: 'Удалить приложение',
  renew: 'Новые коды восстановления',
  codes: 'Коды восстановления',
};

export function FactorsSection() {
  const { data: factors } = useSuspenseQuery(factorsQuery);
  const [step, setStep] = useState<Step>();
  const { totp, recoveryCodes, required } = factors;
  return (
    <Section
      title="Подтверждение входа"
      hint="Код с телефона при входе защитит учётную запись, даже если пароль узнает кто-то другой."
    >
      {totp ? (
        <Stack gap="sm">
          <FactRow
            title={<Text fw={500}>Приложение с кодами</Text>}
            action={
              !required && (
                <Button variant="default" size="xs" onClick={() => setStep({ kind: 'remove' })}>
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
          <FactRow
            title={<Text fw={500}>Коды восстановления</Text>}
            action={
              <Button variant="default" size="xs" onClick={() => setStep({ kind: 'renew' })}>
                Создать новые коды
              </Button>
            }
          >
            <Text size="sm" c={recoveryCodes < 3 ? 'red' : 'dimmed'}>
              Не использовано: {recoveryCodes}
            </Text>
          </FactRow>
        </Stack>
      ) : (
        <Button variant="default" onClick={() => setStep({ kind: 'add' })}>
          Подключить приложение с кодами
        </Button>
      )}
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
          Для входа снова хватит одного пароля, а коды восстановления перестанут действовать.
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
