import { Alert, Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatBytes, formatNumber } from '@snimok/api-client/format-numbers';
import { type ConfirmedPeople, type IfRepeated, totalBytes } from '@snimok/api-client/transfer/upload-api';
import classes from './chosen-files.module.css';
import { planResume, type Registered, type ResumePlan } from '@snimok/api-client/upload/resume-plan';
import { useMismatchQuestion } from './mismatch-question.tsx';
import type { PatientCard } from './preview/upload-preview.tsx';
import { MixedPeopleAlert } from './mixed-people-alert.tsx';
import { describeMixedPeople } from './inspect/mixed-people.ts';
import type { Refusal } from './inspect/not-images.ts';
import { FileWarnings } from './file-warnings.tsx';
import { LeftOut, NotImagesAlert, VendorFolder } from './not-images-alert.tsx';
import { AGAIN, ChosenRepeats } from './repeats/repeats-alert.tsx';
import { useRepeats } from './repeats/use-repeats.ts';
import { FilesThumbnail } from './thumbnail/files-thumbnail.tsx';
import type { FileSelection } from './use-chosen-files.ts';
import { countedFiles, describeFindings, describeRemaining } from './inspect/labels.ts';

interface Sent {
  /** names of files of the interrupted upload that stay */
  keep: string[];
  /** nothing of the interrupted upload is used any more */
  isReplaced: boolean;
  ifRepeated: IfRepeated;
  /** the user has confirmed that the other patient in the files is the patient of the card */
  confirmed: ConfirmedPeople | undefined;
}

interface ChosenFilesProps {
  selection: FileSelection;
  /** files that an interrupted upload has registered with the server */
  registered: Registered[];
  warnings: string[];
  /** why none of these files can be sent */
  refusal: Refusal | null;
  /** the study into which the files are sent */
  studyID: number;
  /** the patient of the study */
  card: PatientCard;
  onChoosePatient: (index: number) => void;
  onSend: (how: Sent) => void;
  onCancel: () => void;
}

/**
 * Sending starts after a delay, so that the second click of a double click does not hit «Остановить», which
 * replaces this button.
 */
const DOUBLE_CLICK_MS = 400;

/** A summary of the chosen files, warnings about them, and the button that sends them. */
export function ChosenFiles({
  selection,
  registered,
  warnings,
  refusal,
  studyID,
  card,
  onChoosePatient,
  onSend,
  onCancel,
}: ChosenFilesProps) {
  const { findings, isInspecting, leftOut, difference, mixed } = selection;
  const earlier = useEarlierFiles(selection, registered);
  const { sendLabel, sendVariant, cancelLabel, cancelVariant } = BUTTONS[earlier.relation];
  const mixedPeople = findings && describeMixedPeople(findings.people);
  const { sendOrAsk, question } = useMismatchQuestion(findings, card);
  const { repeats, isLoading } = useRepeats(refusal ? null : findings, studyID);
  const [isPressed, setIsPressed] = useState(false);
  const send = (confirmed?: ConfirmedPeople) => {
    setIsPressed(true);
    const { keep, isReplaced } = earlier;
    const ifRepeated = repeats.length > 0 ? 'publish' : 'hold';
    setTimeout(() => onSend({ keep, isReplaced, ifRepeated, confirmed }), DOUBLE_CLICK_MS);
  };

  return (
    <Stack className={classes.found} gap="sm">
      <Summary selection={selection}>
        {earlier.relation === 'continued' && (
          <Text size="sm" c="dimmed">
            {describeRemaining(earlier.plan)}
          </Text>
        )}
      </Summary>
      {difference !== null && <OtherFile difference={difference} />}
      <NotImagesAlert refusal={refusal} />
      <VendorFolder findings={findings} />
      {leftOut.length > 0 && <LeftOut names={leftOut} />}
      <MixedPeopleAlert sentence={mixed?.sentence ?? mixedPeople} choice={mixed} onChoose={onChoosePatient} />
      <ChosenRepeats repeats={repeats} />
      {/* shown after one of the patients has been chosen: until then the warnings would be about all of them */}
      <FileWarnings warnings={mixedPeople === null ? warnings : []} />
      <KeepEarlier earlier={earlier} />
      <Group gap="xs" justify="flex-end">
        <Button variant={cancelVariant} onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button
          variant={sendVariant}
          leftSection={<IconUpload size={18} stroke={1.6} />}
          disabled={isInspecting || isLoading || refusal !== null || mixedPeople !== null}
          loading={isPressed}
          onClick={() => sendOrAsk(send)}
        >
          {repeats.length > 0 ? AGAIN : sendLabel}
        </Button>
      </Group>
      {question}
    </Stack>
  );
}

/** What the chosen files are for the interrupted upload: files of their own, its continuation, or not the same file. */
type Relation = 'separate' | 'continued' | 'different';

/** The filled button is what the user most probably wants. */
const BUTTONS = {
  separate: {
    sendLabel: 'Загрузить',
    sendVariant: 'filled',
    cancelLabel: 'Отмена',
    cancelVariant: 'default',
  },
  continued: {
    sendLabel: 'Продолжить загрузку',
    sendVariant: 'filled',
    cancelLabel: 'Отмена',
    cancelVariant: 'default',
  },
  different: {
    sendLabel: 'Загрузить вместо начатого',
    sendVariant: 'default',
    cancelLabel: 'Выбрать снова',
    cancelVariant: 'filled',
  },
} satisfies Record<Relation, object>;

const relationOf = (difference: string | null, { stored, storedPartBytes }: ResumePlan<File>): Relation => {
  if (difference !== null) return 'different';
  return stored.length > 0 || storedPartBytes > 0 ? 'continued' : 'separate';
};

/** What becomes of the files that the server has stored of an interrupted upload. */
function useEarlierFiles({ files, difference }: FileSelection, registered: Registered[]) {
  const plan = planResume(files, registered);
  const { stored, onlyStored, storedPartBytes } = plan;
  const relation = relationOf(difference, plan);
  const [choice, setChoice] = useState<boolean>();
  // if the same folder is chosen again, the stored files belong to it; otherwise they were probably sent by
  // mistake
  const isKept = choice ?? relation === 'continued';
  const keep = isKept ? onlyStored.map(({ filename }) => filename) : [];
  const isReplaced = onlyStored.length > 0 && keep.length + stored.length + storedPartBytes === 0;
  return { plan, relation, isKept, setChoice, keep, isReplaced };
}

function KeepEarlier({ earlier }: { earlier: ReturnType<typeof useEarlierFiles> }) {
  const { plan, isKept, setChoice } = earlier;
  const count = plan.onlyStored.length;
  if (count === 0) return null;
  return (
    <Checkbox
      checked={isKept}
      onChange={({ currentTarget }) => setChoice(currentTarget.checked)}
      label={`Оставить и загруженное раньше, чего нет среди выбранного: ${countedFiles(count)}`}
    />
  );
}

/** What is in the files, as far as it is known. */
function Summary({ selection, children }: { selection: FileSelection; children: ReactNode }) {
  const { files, findings, isInspecting, inspectedCount } = selection;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <FilesThumbnail findings={findings} />
      <div role="status">
        <Text fw={600}>
          {findings
            ? describeFindings(findings)
            : `${countedFiles(files.length)}, ${formatBytes(totalBytes(files))}`}
        </Text>
        {isInspecting && (
          <Group gap={8}>
            <Loader size={12} />
            <Text size="sm" c="dimmed">
              Смотрим, что внутри
              {inspectedCount > 0 && `: ${formatNumber(inspectedCount)} из ${formatNumber(files.length)}`}
            </Text>
          </Group>
        )}
        {children}
      </div>
    </Group>
  );
}

const OtherFile = ({ difference }: { difference: string }) => (
  <Alert color="red" icon={<IconAlertCircle />} title="Выбран другой файл" role="alert">
    <Text size="sm">{difference}</Text>
    <Text size="sm">Чтобы продолжить загрузку, выберите тот же файл.</Text>
  </Alert>
);
