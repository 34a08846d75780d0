import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type HeldUpload as Held, releaseUpload } from '@snimok/contract/studies/uploads';
import { IconUserExclamation } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { GuardedButton } from '../../../shared/dialogs/guarded-button.tsx';
import { showFailure } from '../../../shared/failures/show-failure.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';
import { PatientReasonDialog } from './preview/patient-reason.tsx';
import { ComparedPeople } from './preview/compared-people.tsx';
import { sexInFiles } from './preview/person.ts';
import type { PatientCard } from './preview/upload-preview.tsx';
import { uploadQuery } from './send/queries.ts';
import { AGAIN, AGAIN_HINT, RepeatsAlert } from './repeats/repeats-alert.tsx';

type HeldState = z.output<typeof Held>;

interface HeldUploadProps {
  uploadUUID: string;
  held: HeldState;
  card: PatientCard;
  onStop: () => void;
}

/** Says what differs instead of naming the patients, because their names may agree. */
const differencesOf = ({ several, differences }: HeldState): string => {
  if (several) return 'В файлах снимки разных пациентов';
  if (differences.length === 0) return 'По файлам нельзя узнать пациента';
  if (differences.length === 1 && differences[0] === 'sex') return 'В файлах и карточке указан разный пол';
  if (differences.length === 1 && differences[0] === 'birthDate')
    return 'В файлах и карточке разные даты рождения';
  return 'В файлах указан другой пациент';
};

/** Instead of the progress of processing: nobody sees the study before an assistant has decided. */
export const HeldUpload = (props: HeldUploadProps) => {
  const { people, repeats = [] } = props.held;
  if (repeats.length > 0 && people.length === 0) return <HeldRepeats {...props} />;
  return (
    <Stack gap="sm">
      <RepeatsAlert repeats={repeats} />
      <HeldForPatient {...props} />
    </Stack>
  );
};

/** The images are in another study already. */
function HeldRepeats({ uploadUUID, held, onStop }: HeldUploadProps) {
  const refresh = useRefresh(uploadQuery(uploadUUID).queryKey);
  const release = useMutation({
    mutationFn: () => call(releaseUpload, { params: { uploadUUID }, body: { repeated: 'publish' } }),
    onSuccess: refresh,
    onError: showFailure,
  });
  return (
    <RepeatsAlert repeats={held.repeats ?? []}>
      <Text size="sm" mb="sm">
        Исследование не опубликовано. {AGAIN_HINT}
      </Text>
      <Group gap="xs">
        {/* the alert appears while the user may be clicking something else */}
        <GuardedButton onClick={onStop}>Удалить загруженное</GuardedButton>
        <Button variant="default" loading={release.isPending} onClick={() => release.mutate()}>
          {AGAIN}
        </Button>
      </Group>
    </RepeatsAlert>
  );
}

function HeldForPatient({ uploadUUID, held, card, onStop }: HeldUploadProps) {
  const [opened, { open, close }] = useDisclosure();
  const refresh = useRefresh(uploadQuery(uploadUUID).queryKey);
  const comparison = useMutation({
    mutationFn: () => call(releaseUpload, { params: { uploadUUID }, body: {} }),
    onSuccess: refresh,
    onError: showFailure,
  });
  return (
    <Alert color="red" icon={<IconUserExclamation />} title={differencesOf(held)} role="alert">
      <ComparedPeople
        inFiles={held.people.map(({ name, birthDate, sex }) => ({
          name,
          birthday: birthDate,
          sex: sexInFiles(sex),
        }))}
        card={card}
      />
      <Stack gap="sm">
        <Text size="sm">
          Исследование не опубликовано: врач увидит его после вашего решения.{' '}
          {held.canBeConfirmed
            ? 'Если ошибка в карточке, исправьте её и сравните снова.'
            : 'Снимки двух пациентов вместе не публикуются: удалите загруженное и загрузите их по отдельности.'}
        </Text>
        <Group gap="xs">
          {/* the alert appears while the user may be clicking something else */}
          <GuardedButton onClick={onStop}>Удалить загруженное</GuardedButton>
          {held.canBeConfirmed && (
            <Button variant="default" onClick={open}>
              Это тот же пациент
            </Button>
          )}
          <Anchor
            component="button"
            type="button"
            size="sm"
            disabled={comparison.isPending}
            onClick={() => comparison.mutate()}
          >
            Сравнить снова
          </Anchor>
        </Group>
      </Stack>
      <PatientReasonDialog
        title="Опубликовать исследование"
        submitLabel="Опубликовать"
        opened={opened}
        onClose={close}
        send={async (reason) => {
          await call(releaseUpload, { params: { uploadUUID }, body: { reason } });
          await refresh();
        }}
      />
    </Alert>
  );
}
