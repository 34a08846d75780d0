import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { showSignedIn } from '../../testing/show.tsx';
import { expect, page, test } from '../../testing/test.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Отозвать токен' });
const confirm = dialog.getByRole('button', { name: 'Отозвать' });
const open = (name: string) => page.getByRole('button', { name }).click();

function Tokens({ revoke }: { revoke: (name: string) => Promise<unknown> }) {
  const [revoked, setRevoked] = useState<string>();
  return (
    <>
      {['первый', 'второй'].map((name) => (
        <Button key={name} onClick={() => setRevoked(name)}>
          {name}
        </Button>
      ))}
      <ConfirmDialog
        title="Отозвать токен"
        of={revoked}
        mutation={useMutation({ mutationFn: revoke })}
        submitLabel="Отозвать"
        onClose={() => setRevoked(undefined)}
      >
        {(name) => `Токен ${name} перестанет действовать`}
      </ConfirmDialog>
    </>
  );
}

test('a dialog that is opened again shows neither the failure nor the success of its previous use', async () => {
  const sent: string[] = [];
  const revoke = (name: string) =>
    sent.push(name) === 1 ? Promise.reject(new Error('Сбой')) : Promise.resolve();
  showSignedIn(<Tokens revoke={revoke} />);
  await open('первый');
  await confirm.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Отмена' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  await open('второй');
  await expect.element(dialog.getByText('Токен второй перестанет действовать')).toBeVisible();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();

  await open('первый');
  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toEqual(['первый', 'второй', 'первый']);
});
