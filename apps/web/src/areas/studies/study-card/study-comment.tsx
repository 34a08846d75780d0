import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { explain } from '../../../shared/calls/explain.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { findSaved, removeSaved, save, useUserStorage } from '../../../shared/storage/user-storage.ts';
import { useUpdateComment } from '../studies/queries.ts';
import classes from './study-comment.module.css';

/** The comment as text, editable in place. A changed comment is kept as a draft until it is saved or cancelled. */
export function StudyComment({ studyID, comment }: { studyID: number; comment: string }) {
  const { draft, seen, isRestored, setDraft, edit, discard } = useDraft(studyID, comment);
  const pencil = useRef<HTMLButtonElement>(null);
  const update = useUpdateComment(studyID);
  const runSingle = useSingleFlight();

  if (draft === undefined) {
    return (
      <span className={classes.read}>
        {comment || <em>Отсутствует</em>}
        <ActionIcon
          variant="subtle"
          color="gray"
          ref={pencil}
          size={28}
          className={classes.pencil}
          aria-label="Изменить комментарий"
          onClick={edit}
        >
          <IconPencil size={16} stroke={1.6} />
        </ActionIcon>
      </span>
    );
  }
  const close = () => {
    discard();
    update.reset();
    requestAnimationFrame(() => pencil.current?.focus());
  };
  const isChanged = draft.trim() !== comment;
  const isChangedMeanwhile = seen !== undefined && seen !== comment && isChanged;
  const submit = () => {
    if (!isChanged) close();
    else
      // after a refusal the card shows the present comment, and the next attempt replaces it
      runSingle(() =>
        update.mutateAsync({ comment: draft, seen: update.isError ? comment : seen }).then(close),
      );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isChanged) close();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  return (
    <Stack gap={8}>
      <Textarea
        aria-label="Комментарий"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MOST_CHARACTERS.comment}
        autoFocus={!isRestored}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(draft.length, draft.length)}
        value={draft}
        disabled={update.isPending}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isChangedMeanwhile && (
        <Text size="sm" role="status">
          {comment ? `Сейчас в карточке другой комментарий: ${comment}` : 'Сейчас комментария в карточке нет'}
        </Text>
      )}
      {update.isError && (
        <Text size="sm" c="red" role="alert">
          {explain(update.error)}
        </Text>
      )}
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={close} disabled={update.isPending}>
          Отмена
        </Button>
        <Button size="xs" onClick={submit} loading={update.isPending}>
          Сохранить
        </Button>
      </Group>
    </Stack>
  );
}

/**
 * The typed text, undefined if there is none, and the comment that it replaces. A colleague may change the comment
 * meanwhile.
 */
function useDraft(studyID: number, comment: string) {
  useUserStorage();
  const name = `draft:comment:${studyID}`;
  const seenName = `${name}:seen`;
  const [draft, setState] = useState(() => findSaved(name) ?? undefined);
  // undefined for a draft of an earlier version
  const [seen, setSeen] = useState(() => findSaved(seenName) ?? undefined);
  const [isRestored, setIsRestored] = useState(draft !== undefined);
  const setDraft = (text: string) => {
    setState(text);
    if (text.trim() === comment) removeSaved(name);
    else save(name, text);
  };
  const edit = () => {
    setDraft(comment);
    setSeen(comment);
    save(seenName, comment);
  };
  const discard = () => {
    setState(undefined);
    setIsRestored(false);
    removeSaved(name);
    removeSaved(seenName);
  };
  return { draft, seen, isRestored, setDraft, edit, discard };
}
