import { Group } from '@mantine/core';
import { LetterActions, LetterState } from '../../platform/letters/letter-state.tsx';
import type { Letter } from '../../platform/letters/letter.ts';
import { useMailStudy } from '../studies/queries.ts';

/** The letter that informs the client that the study is ready. */
export function ReadyLetter({ studyID, letter }: { studyID: number; letter: Letter }) {
  const again = useMailStudy(studyID);
  return (
    <Group gap="xs">
      <LetterState letter={letter} what="" />
      <LetterActions letter={letter} resend={again} />
    </Group>
  );
}
