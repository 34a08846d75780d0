import { Alert, Anchor, Button, Group, Loader, Radio, Stack, Text } from '@mantine/core';
import { STUDY_TYPES, VOLUMES_FIRST } from '@snimok/contract/study-types';
import { IconAlertCircle, IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { explain } from '../../shared/explain.ts';
import { dropdownDoctorsQuery } from '../doctors/queries.ts';
import { patientPath } from '../patients/patients-list.tsx';
import { patientQuery } from '../patients/queries.ts';
import { anchorOf } from '../studies/study-card.tsx';
import { focusInPageIfLost } from '../../shared/focus-in-page.ts';
import { focusFirstError } from '../../shared/focus-first-error.ts';
import type { Kind } from '../studies/labels.ts';
import { describeMissingType, listWarnings } from '../upload/labels.ts';
import { MixedPeopleAlert, useMixedPeople } from '../upload/mixed-people-alert.tsx';
import { FileWarnings } from '../upload/file-warnings.tsx';
import { NotImagesAlert } from '../upload/not-images-alert.tsx';
import { refusalOf } from '../upload/not-images.ts';
import { AGAIN, ChosenRepeats } from '../upload/repeats/repeats-alert.tsx';
import { useRepeats } from '../upload/repeats/use-repeats.ts';
import { changeRow, type IntakeRow } from './intake-rows.ts';
import { PatientChoice } from './patient-choice.tsx';
import { suggestionsQuery } from './queries.ts';
import { startRow } from './start-row.ts';
import { birthdayOf, choiceOf, keyOf, targetOf, type Target, waitingStudyOf } from './target.ts';

/** Whose the files are and which type; one button creates what is missing and uploads. */
export function RowForm({ row }: { row: IntakeRow }) {
  const { data, error } = useQuery(suggestionsQuery(row.sought));
  const { data: doctors } = useSuspenseQuery(dropdownDoctorsQuery);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const suggestions = data?.suggestions ?? [];
  const named = data?.clients.filter((client) => client.named) ?? [];
  const onlyClient = doctors.length === 1 ? doctors[0]!.doctorID : null;
  const defaultDoctorID = named.length === 1 ? named[0]!.doctorID : onlyClient;
  const choice = data || error ? choiceOf(row, suggestions) : null;
  const target = targetOf({ ...row, choice }, { suggestions, defaultDoctorID });
  const suggestion = suggestions.find((one) => keyOf(one) === choice);
  const isWaiting = suggestion !== undefined && waitingStudyOf(row, suggestion) !== undefined;
  const chosen = useChosenPatient(row, choice, suggestion);
  const warnings = chosen && row.type ? listWarnings(row.findings, { type: row.type, ...chosen }) : [];

  const refusal = refusalOf(row.files, row.findings, row.type);
  const { repeats, isLoading } = useRepeats(row.findings, target?.kind === 'study' ? target.studyID : null);
  const isRepeated = repeats.length > 0;
  const mixed = useMixedPeople(row.findings);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (target) void startRow(row, target, chosen?.patientName || 'Пациент', isRepeated ? 'publish' : 'hold');
    else focusFirstError(event.currentTarget);
  };
  if (!data && !error)
    return (
      <Text size="sm" c="dimmed" mt="sm">
        <Loader size={12} mr={8} />
        Ищем пациента
      </Text>
    );
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md" mt="md">
        {error && (
          <Alert color="yellow" icon={<IconAlertTriangle />}>
            Подсказок пока нет: {explain(error)}
          </Alert>
        )}
        {row.stopped && <StoppedNotice stopped={row.stopped} />}
        <PatientChoice
          row={row}
          choice={choice}
          suggestions={suggestions}
          clients={data?.clients ?? []}
          defaultDoctorID={defaultDoctorID}
          showErrors={wasSubmitted}
        />
        <TypeChoice row={row} error={wasSubmitted && row.type === null} />
        <NotImagesAlert refusal={refusal} />
        <ChosenRepeats repeats={repeats} />
        <MixedPeopleAlert {...mixed} />
        <FileWarnings warnings={warnings} />
        {row.problem && (
          <Alert color="red" icon={<IconAlertCircle />} role="alert">
            {row.problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          {isWaiting && (
            <Text size="sm" c="dimmed">
              Исследование уже создано и ждёт файлов.
            </Text>
          )}
          <Button
            type="submit"
            disabled={refusal !== null || isLoading || !mixed.isConfirmed}
            loading={row.isCreating}
            leftSection={<IconUpload size={18} stroke={1.6} />}
          >
            {isRepeated ? AGAIN : submitLabel(target, isWaiting)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The created study stays, because its card may be right and only the files wrong. */
function StoppedNotice({ stopped }: { stopped: NonNullable<IntakeRow['stopped']> }) {
  const ref = useRef<HTMLDivElement>(null);
  // the pressed button is no longer in the document
  useEffect(() => focusInPageIfLost(ref.current), []);
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle />}
      title="Загрузка остановлена"
      role="status"
      ref={ref}
      tabIndex={-1}
    >
      <Text size="sm">
        Ничего не опубликовано. Выберите пациента и загрузите файлы снова. Созданное исследование без файлов
        осталось в карточке:{' '}
        <Anchor
          component={Link}
          to={`${patientPath(stopped)}#${anchorOf(stopped.studyID)}`}
          inherit
          c="inherit"
          underline="always"
        >
          {stopped.patientName}
        </Anchor>
        .
      </Text>
    </Alert>
  );
}

const submitLabel = (target: Target | null, isCreated: boolean) =>
  target?.kind === 'study' || isCreated ? 'Загрузить' : 'Создать и загрузить';

const TypeChoice = ({ row, error }: { row: IntakeRow; error: boolean }) => (
  <Radio.Group
    label="Тип исследования"
    description={describeMissingType(row.findings)}
    value={row.type ?? ''}
    error={error ? 'Выберите тип исследования' : null}
    onChange={(type) => changeRow(row.id, { type: type as Kind })}
  >
    <Group gap="lg" mt={4} mb={error ? 6 : 0}>
      {VOLUMES_FIRST.map((kind) => (
        <Radio key={kind} value={kind} label={STUDY_TYPES[kind].label} />
      ))}
    </Group>
  </Radio.Group>
);

/** Name and birth date of the chosen patient, with which the files are compared; null before a choice. */
function useChosenPatient(
  row: IntakeRow,
  choice: string | null,
  suggestion: { name: string; birthday: string | null } | undefined,
): { patientName: string; birthday: string | null; sex: 'male' | 'female' | null } | null {
  const otherID = choice === 'other' ? row.other.patientID : null;
  const { data: other } = useQuery({ ...patientQuery(otherID ?? 0), enabled: otherID !== null });
  if (choice === 'new') {
    const { name, sex } = row.patient;
    return { patientName: name.trim(), birthday: birthdayOf(row.patient), sex: sex || null };
  }
  const card = choice === 'other' ? other : suggestion;
  return card ? { patientName: card.name, birthday: card.birthday, sex: null } : null;
}
