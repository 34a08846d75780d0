import { Alert, Anchor, Button, Group, Loader, Radio, Stack, Text } from '@mantine/core';
import type { ConfirmedPeople } from '@snimok/api-client/transfer/upload-api';
import { STUDY_TYPES, VOLUMES_FIRST } from '@snimok/contract/studies/study-types';
import { IconAlertCircle, IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { explain } from '../../../shared/calls/explain.ts';
import { dropdownDoctorsQuery } from '../../people/doctors/queries.ts';
import { patientPath } from '../../people/patients/patients-list.tsx';
import { patientQuery } from '../../people/patients/queries.ts';
import { anchorOf } from '../../studies/studies/study-path.ts';
import { focusInPageIfLost } from '../../../shared/navigation/focus-in-page.ts';
import { focusFirstError } from '../../../shared/dialogs/focus-first-error.ts';
import type { Kind } from '../../studies/studies/labels.ts';
import { FileWarnings } from '../../studies/uploads/file-warnings.tsx';
import { describeMissingType, listWarnings } from '../../studies/uploads/inspect/labels.ts';
import { useMismatchQuestion } from '../../studies/uploads/mismatch-question.tsx';
import { sexInCard } from '../../studies/uploads/preview/person.ts';
import type { PatientCard } from '../../studies/uploads/preview/upload-preview.tsx';
import { MixedPeopleAlert } from '../../studies/uploads/mixed-people-alert.tsx';
import { describeMixedPeople } from '../../studies/uploads/inspect/mixed-people.ts';
import { NotImagesAlert, VendorFolder } from '../../studies/uploads/not-images-alert.tsx';
import { refusalOf } from '../../studies/uploads/inspect/not-images.ts';
import { AGAIN, ChosenRepeats } from '../../studies/uploads/repeats/repeats-alert.tsx';
import { useRepeats } from '../../studies/uploads/repeats/use-repeats.ts';
import { AwaitedFiles } from './awaited-files.tsx';
import { changeRow, type IntakeRow } from './intake-rows.ts';
import { PatientChoice } from './patient-choice.tsx';
import { suggestionsQuery } from './queries.ts';
import { useReportReady } from './ready-rows.ts';
import { startRow } from './start-row.ts';
import { birthdayOf, choiceOf, keyOf, targetOf, type Target, waitingStudyOf } from './target.ts';

/** Whose the files are and which type; one button creates what is missing and uploads. */
export function RowForm({ row }: { row: IntakeRow }) {
  const recipient = useRecipient(row);
  const { error, choice, suggestions, suggestion, clients, defaultDoctorID, chosen } = recipient;
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const waiting = suggestion && waitingStudyOf(row, suggestion);
  const { refusal, repeats, mixed, send, isDisabled, question } = useSending(row, recipient.target, chosen);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (send) send();
    else focusFirstError(event.currentTarget);
  };
  if (recipient.isSearching) return <Searching />;
  return (
    <>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md" mt="md">
          {error && (
            <Alert color="yellow" icon={<IconAlertTriangle />}>
              Подсказок пока нет: {explain(error)}
            </Alert>
          )}
          {row.stopped && <StoppedNotice stopped={row.stopped} />}
          {row.files === null && <AwaitedFiles rowID={row.id} set={row.set} />}
          <PatientChoice
            row={row}
            choice={choice}
            suggestions={suggestions}
            clients={clients}
            defaultDoctorID={defaultDoctorID}
            showErrors={wasSubmitted}
          />
          <TypeChoice row={row} error={wasSubmitted && row.type === null} />
          <NotImagesAlert refusal={refusal} />
          <VendorFolder findings={row.findings} />
          <ChosenRepeats repeats={repeats} />
          <MixedPeopleAlert sentence={mixed} />
          <FileWarnings warnings={warningsOf(row, chosen)} />
          {row.problem && (
            <Alert color="red" icon={<IconAlertCircle />} role="alert">
              {row.problem}
            </Alert>
          )}
          <SubmitBar
            label={repeats.length > 0 ? AGAIN : labelOf(recipient, waiting !== undefined)}
            isCreated={waiting !== undefined}
            isDisabled={isDisabled}
            isPending={row.isCreating}
          />
        </Stack>
      </form>
      {question}
    </>
  );
}

/** Whom the files may belong to, and whom the assistant has chosen. */
function useRecipient(row: IntakeRow) {
  const { data, error } = useQuery(suggestionsQuery(row.sought));
  const { data: doctors } = useSuspenseQuery(dropdownDoctorsQuery);
  const isSearching = !data && !error;
  const { suggestions, clients } = data ?? { suggestions: [], clients: [] };
  const client = onlyOf(clients.filter(({ named }) => named)) ?? onlyOf(doctors);
  const defaultDoctorID = client?.doctorID ?? null;
  const choice = isSearching ? null : choiceOf(row, suggestions);
  const target = targetOf({ ...row, choice }, { suggestions, defaultDoctorID });
  const suggestion = suggestions.find((one) => keyOf(one) === choice);
  const chosen = useChosenPatient(row, choice, suggestion);
  return {
    isSearching,
    error,
    suggestions,
    clients,
    defaultDoctorID,
    choice,
    target,
    suggestion,
    chosen,
  };
}

const onlyOf = <Item,>(items: Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

const warningsOf = ({ findings, type }: IntakeRow, chosen: PatientCard | null) =>
  chosen && type ? listWarnings(findings, { type, ...chosen }) : [];

/** What the button does with the card, and whether it can be pressed; `send` is null while the patient or the type is missing. */
function useSending(row: IntakeRow, target: Target | null, chosen: PatientCard | null) {
  const refusal = row.files && refusalOf(row.files, row.findings, row.type);
  const studyID = target?.kind === 'study' ? target.studyID : null;
  const { repeats, isLoading } = useRepeats(row.files && row.findings, studyID);
  const isRepeated = repeats.length > 0;
  const mixed = describeMixedPeople(row.findings.people);
  const { mismatch, sendOrAsk, question } = useMismatchQuestion(row.findings, chosen);
  const start =
    target &&
    ((confirmed?: ConfirmedPeople) =>
      void startRow(row, target, chosen?.patientName || 'Пациент', {
        confirmed,
        ifRepeated: isRepeated ? 'publish' : 'hold',
      }));
  const send = start && (() => sendOrAsk(start));
  const isDisabled = row.files === null || refusal !== null || isLoading || mixed !== null;
  // repeated images and images of another patient are sent one card at a time, by the button that says so
  const isReady = !isDisabled && !isRepeated && chosen !== null && !mismatch && !row.isCreating;
  useReportReady(row.id, isReady ? send : null);
  return { refusal, repeats, mixed, send, isDisabled, question };
}

type Recipient = Pick<ReturnType<typeof useRecipient>, 'choice' | 'suggestion'>;

const labelOf = ({ choice, suggestion }: Recipient, isCreated: boolean) => {
  if (isCreated) return 'Загрузить';
  const hasCard = choice === 'other' || typeof suggestion?.patientID === 'number';
  return hasCard ? 'Загрузить в эту карточку' : 'Создать и загрузить';
};

const Searching = () => (
  <Text size="sm" c="dimmed" mt="sm">
    <Loader size={12} mr={8} />
    Ищем пациента
  </Text>
);

interface SubmitBarProps {
  label: string;
  /** the study exists already */
  isCreated: boolean;
  isDisabled: boolean;
  isPending: boolean;
}

const SubmitBar = ({ label, isCreated, isDisabled, isPending }: SubmitBarProps) => (
  <Group justify="flex-end" gap="sm">
    {isCreated && (
      <Text size="sm" c="dimmed">
        Исследование уже создано и ждёт файлов.
      </Text>
    )}
    <Button
      type="submit"
      disabled={isDisabled}
      loading={isPending}
      leftSection={<IconUpload size={18} stroke={1.6} />}
    >
      {label}
    </Button>
  </Group>
);

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
        Ничего не опубликовано, отправленные файлы удалены. Выберите пациента и загрузите снова. Исследование
        без файлов осталось в карточке:{' '}
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

/** The chosen patient, with whom the files are compared; null before a choice and while the card is loaded. */
function useChosenPatient(
  row: IntakeRow,
  choice: string | null,
  suggestion: { patientID: number | null; name: string; birthday: string | null } | undefined,
): PatientCard | null {
  const patientID = choice === 'other' ? row.other.patientID : (suggestion?.patientID ?? null);
  const { data: card } = useQuery({ ...patientQuery(patientID ?? 0), enabled: patientID !== null });
  if (choice === 'new') {
    const { name, sex } = row.patient;
    return { patientName: name.trim(), birthday: birthdayOf(row.patient), sex: sex || null };
  }
  if (card) return { patientName: card.name, birthday: card.birthday, sex: sexInCard(card.sex) };
  if (choice === 'other' || !suggestion) return null;
  return { patientName: suggestion.name, birthday: suggestion.birthday, sex: null };
}
