import { Alert, Button, List, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { explain } from '../../../../shared/calls/explain.ts';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogFooter } from '../../../../shared/dialogs/dialog-footer.tsx';
import { checkEmail } from '../../../people/accounts/checks.ts';
import { type AssistantStudy, useRefreshStudies } from '../../studies/queries.ts';
import { type BulkKind, requestArchive, requestRestoreOf, requestShare, type ShareWith } from './actions.ts';
import { bulkWords } from './bulk-words.ts';
import { type Failed, runBulk } from './run-bulk.ts';

interface BulkAction {
  kind: BulkKind;
  studies: AssistantStudy[];
}

interface BulkDialogProps {
  action: BulkAction | undefined;
  onClose: () => void;
  /** everything succeeded */
  onDone: () => void;
}

export const BulkDialog = ({ action, onClose, onDone }: BulkDialogProps) => (
  <Dialog
    title={action ? bulkWords(action.kind, action.studies.length).title : ''}
    opened={action !== undefined}
    onClose={onClose}
  >
    {action && <BulkForm action={action} onClose={onClose} onDone={onDone} />}
  </Dialog>
);

/** Runs the action for one study after another, and again for those that failed. */
function useBulk({ kind, studies }: BulkAction, onDone: () => void) {
  const refresh = useRefreshStudies();
  const startedAt = useRef<string>(null);
  const [left, setLeft] = useState<Failed<AssistantStudy>[]>();
  const [progress, setProgress] = useState<number>();

  async function run(share: ShareWith) {
    const isRepeated = startedAt.current !== null;
    startedAt.current ??= new Date(Date.now() - CLOCK_TOLERANCE_MS).toISOString();
    const items = left?.map(({ item }) => item) ?? studies;
    let done = 0;
    setProgress(0);
    const failed = await runBulk(
      items,
      (study) =>
        kind === 'archive'
          ? requestArchive(study)
          : kind === 'restore'
            ? requestRestoreOf(study)
            : requestShare(study, share, isRepeated ? startedAt.current : null),
      () => setProgress((done += 1) / items.length),
    );
    setProgress(undefined);
    setLeft(failed);
    await refresh();
    if (failed.length === 0) onDone();
  }

  return { run, progress, failed: left, isFinished: left?.length === 0 };
}

/** The server's clock may be behind the browser's. */
const CLOCK_TOLERANCE_MS = 60_000;

interface BulkFormProps extends Omit<BulkDialogProps, 'action'> {
  action: BulkAction;
}

function BulkForm({ action, onClose, onDone }: BulkFormProps) {
  const { kind, studies } = action;
  const { run, progress, failed, isFinished } = useBulk(action, onDone);
  const [share, setShare] = useState<ShareWith>({ email: '', flags: ['download'] });
  const [emailError, setEmailError] = useState<string>();
  const isRunning = progress !== undefined;
  const words = bulkWords(kind, studies.length);

  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = kind === 'share' ? checkEmail(share.email) : undefined;
    setEmailError(wrong ?? undefined);
    if (!wrong && !isRunning) void run({ ...share, email: share.email.trim() });
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {!failed && <Text>{words.effect}</Text>}
        {kind === 'share' && !isFinished && (
          <ShareFields share={share} error={emailError} onChange={setShare} />
        )}
        {isRunning && <Progress value={Math.max(3, progress * 100)} aria-label="Выполнено" />}
        {failed && !isRunning && <Outcome count={studies.length} failed={failed} />}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            {failed ? 'Закрыть' : 'Отмена'}
          </Button>
          {!isFinished && (
            <Button type="submit" disabled={isRunning} data-autofocus={kind !== 'share' || undefined}>
              {failed ? 'Повторить' : words.submit}
            </Button>
          )}
        </DialogFooter>
      </Stack>
    </form>
  );
}

interface ShareFieldsProps {
  share: ShareWith;
  error: string | undefined;
  onChange: (share: ShareWith) => void;
}

const ShareFields = ({ share, error, onChange }: ShareFieldsProps) => (
  <>
    <TextInput
      label="E-mail получателя"
      description="Врач, которому нужна консультация, или представитель пациента. Клиент письма не получит."
      type="email"
      autoComplete="off"
      data-autofocus
      value={share.email}
      error={error}
      onChange={({ currentTarget }) => onChange({ ...share, email: currentTarget.value })}
    />
    <Text size="sm" c="dimmed">
      По ссылке исследование можно скачать. Другие права и ПИН-код задаются в карточке исследования.
    </Text>
  </>
);

const Outcome = ({ count, failed }: { count: number; failed: Failed<AssistantStudy>[] }) =>
  failed.length === 0 ? (
    <Alert role="status" color="green" icon={<IconCircleCheck />}>
      Готово: {count} из {count}
    </Alert>
  ) : (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertCircle />}
      title={`Готово: ${count - failed.length} из ${count}`}
    >
      <List size="sm" spacing={4}>
        {failed.map(({ item, reason }) => (
          <List.Item key={item.studyID}>
            {item.patientName || 'не указано'}: {explain(reason)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
