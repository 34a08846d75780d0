import { Button, Modal, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import type { signIn } from '@snimok/contract/people/auth';
import type { ReactNode } from 'react';
import { meQuery } from '../../areas/platform/access/me.ts';
import { profileQuery } from '../../areas/people/profile/queries.ts';
import { queryClient } from '../../shared/calls/query-client.ts';
import { findSession, saveSession, type Session } from '../../shared/session/session.ts';
import { ownerOfStorage } from '../../shared/storage/user-storage.ts';
import { SignInPage } from './sign-in-page.tsx';

/** Above every dialog, also above the dialog of a confirmation (350). */
const ABOVE_ALL = 380;

/** Signs in over a page that stays: it hides the page, because another person may be at the computer now. */
export default function SignInDialog({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  // the person has signed in in another tab
  useWindowEvent('storage', () => {
    const session = findSession();
    if (session?.userID === ownerOfStorage()) onSignedIn(session);
  });
  const enter = async (answer: ResponseOf<typeof signIn>) => {
    const session = saveSession(answer);
    const isOther = session.userID !== ownerOfStorage();
    if (isOther || session.passwordIsTemporary || session.needsSecondFactor) location.reload();
    else onSignedIn(session);
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      size={420}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={ABOVE_ALL}
      overlayProps={{ blur: 24, backgroundOpacity: 0.85 }}
      title="Войдите, чтобы продолжить"
      styles={{ title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' } }}
    >
      <SignInPage onSignedIn={enter} Frame={InDialog} email={knownEmail()} keepsPage />
      <Button variant="subtle" fullWidth mt="md" onClick={() => location.reload()}>
        Закрыть просмотр
      </Button>
    </Modal>
  );
}

/** The e-mail of the person whose page this is, if it has been loaded. */
const knownEmail = () =>
  [meQuery, profileQuery].map(({ queryKey }) => queryClient.getQueryData(queryKey)?.email).find(Boolean) ??
  '';

/** The dialog has a title of its own. */
const InDialog = ({ hint, children }: { hint?: string; children: ReactNode }) => (
  <>
    {hint && (
      <Text c="dimmed" mb="md">
        {hint}
      </Text>
    )}
    {children}
  </>
);
