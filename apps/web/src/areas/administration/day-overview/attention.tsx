import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudPause, IconMailX, IconThumbDown } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatAgo } from '../../../shared/dates/dates.ts';
import { patientsPath } from '../../people/doctors/doctors-list.tsx';
import { reasonOf } from '../../platform/letters/letter.ts';
import { ActionButton } from './action-button.tsx';
import { Group, StudyAction, StudyLink, Warning } from './entry.tsx';
import { LetterSubjectName, LETTERS } from './letters.tsx';
import { HeldUploads, Mismatches } from './mismatches.tsx';
import { type Attention as AttentionGroups, type Letter, requestLetter } from './queries.ts';

type ItemsOf<Kind extends keyof AttentionGroups> = { items: NonNullable<AttentionGroups[Kind]>['items'] };

/** Everything that waits for an assistant, the most dangerous first. */
export function Attention({ attention }: { attention: AttentionGroups }) {
  const { heldUploads, mismatches, failedUploads, interruptedUploads, letters, protests } = attention;
  const groups = Object.values(attention);
  return (
    <Group
      attention
      title="Требует внимания"
      color="red"
      count={groups.reduce((sum, { totalCount }) => sum + totalCount, 0)}
      shown={groups.reduce((sum, { items }) => sum + items.length, 0)}
      empty="Всё в порядке: ошибок, прерванных загрузок и недоставленных писем нет"
    >
      <HeldUploads items={heldUploads?.items ?? []} />
      <Mismatches items={mismatches.items} />
      <FailedUploads items={failedUploads.items} />
      <InterruptedUploads items={interruptedUploads.items} />
      {letters.items.map((letter) => (
        <UndeliveredLetter key={letter.letterID} letter={letter} />
      ))}
      <Protests items={protests.items} />
    </Group>
  );
}

const FailedUploads = ({ items }: ItemsOf<'failedUploads'>) =>
  items.map((study) => (
    <Warning
      key={study.studyID}
      icon={IconAlertTriangle}
      urgent
      who={<StudyLink study={study} />}
      actions={<StudyAction study={study} label="Загрузить снова" />}
    >
      Обработка не удалась {formatAgo(study.failedAt)}. {study.error}
    </Warning>
  ));

const InterruptedUploads = ({ items }: ItemsOf<'interruptedUploads'>) =>
  items.map((study) => (
    <Warning
      key={study.studyID}
      icon={IconCloudPause}
      who={<StudyLink study={study} />}
      actions={<StudyAction study={study} label="Продолжить загрузку" />}
    >
      Загрузка прервалась {formatAgo(study.activeAt)} · {study.creatorName}
    </Warning>
  ));

function UndeliveredLetter({ letter }: { letter: Letter }) {
  const { recipient, subject } = letter;
  const { name, action } = LETTERS[subject.kind];
  const reason = reasonOf(letter);
  return (
    <Warning
      icon={IconMailX}
      who={<LetterSubjectName subject={subject} />}
      actions={
        <>
          <ActionButton
            variant="filled"
            subject={recipient}
            request={() => requestLetter(letter)}
            done="Письмо отправляется"
          >
            {action}
          </ActionButton>
          {subject.kind === 'password' && (
            <Button
              component={Link}
              to={patientsPath(subject.doctorID)}
              size="xs"
              variant="default"
              aria-label={`Открыть: ${subject.doctorName}`}
            >
              Открыть
            </Button>
          )}
        </>
      }
    >
      {name} не доставлено на {recipient}.{reason && ` ${reason}`}
    </Warning>
  );
}

const Protests = ({ items }: ItemsOf<'protests'>) =>
  items.map((study) => (
    <Warning
      key={study.protestID}
      icon={IconThumbDown}
      who={<StudyLink study={study} />}
      actions={<StudyAction study={study} label="Исправить" />}
    >
      Замечание к панораме, {study.accountName}: {study.reason}
    </Warning>
  ));
