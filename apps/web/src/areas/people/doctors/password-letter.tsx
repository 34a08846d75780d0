import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { LetterState } from '../../platform/letters/letter-state.tsx';
import { isLate } from '../../platform/letters/letter.ts';
import type { Client } from './queries.ts';

export const PASSWORD_LETTER = 'Письмо с паролем';

/**
 * The state of the letter with a client's password. Passwords are not stored, so sending again creates a new
 * one.
 */
export function PasswordLetter({ letter, onResend }: { letter: Client['letter']; onResend: () => void }) {
  return (
    <>
      <LetterState letter={letter} what={PASSWORD_LETTER} />
      {isLate(letter) && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          leftSection={<IconMailForward size={16} stroke={1.6} />}
          onClick={onResend}
        >
          Отправить ещё раз
        </Button>
      )}
    </>
  );
}
