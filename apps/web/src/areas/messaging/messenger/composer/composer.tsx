import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { counted, formatNumber } from '@snimok/api-client/format-numbers';
import { IconFile, IconPaperclip, IconReportMedical, IconSend2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { focusInPage } from '../../../../shared/navigation/focus-in-page.ts';
import { ACCEPTED_FILES, useAttachedFiles } from '../attachments/attached-files.ts';
import { AttachmentTray } from '../attachments/attachment-tray.tsx';
import { CardPicker } from '../attachments/card-picker.tsx';
import classes from './composer.module.css';
import type { DialogApi, Draft, MessageCard } from '../messages/dialog-api.ts';
import { MessageField, tool } from './message-field.tsx';
import { useDraft } from './use-draft.ts';

/** From this length on, the count of characters is shown. */
const COUNTED_LENGTH = 3600;

interface ComposerProps {
  api: DialogApi;
  /** the client's name, for answer templates; only on the centre's side */
  clientName?: string | undefined;
  onSend: (draft: Draft) => void;
  /** what could not be attached, or undefined */
  onAttach: (files: File[]) => void;
  problem: string | undefined;
  autoFocus?: boolean;
}

/** The field for a new message: Enter sends, Shift+Enter starts a new line. */
export function Composer(props: ComposerProps) {
  const { api, clientName, onSend, onAttach, problem, autoFocus } = props;
  const [text, setText] = useDraft(api.key);
  const [card, setCard] = useState<MessageCard>();
  const { attached, files } = useAttachedFiles(api);
  const field = useRef<HTMLTextAreaElement>(null);
  const length = [...text.trim()].length;
  const isTooLong = length > MOST_CHARACTERS.message;
  const isEmpty = length === 0 && files.length === 0 && !card;
  const isWaiting = attached.isWaitedFor;
  const isReady = !isEmpty && !isTooLong && !isWaiting && files.every(({ state }) => state !== 'failed');

  useEffect(() => {
    // on a phone the focus would open the keyboard over the messages
    if (!autoFocus || matchMedia('(pointer: coarse)').matches) return undefined;
    return focusInPage(field.current);
  }, [autoFocus]);

  const send = () => {
    if (!isReady) return;
    attached.sendWhenStored((attachments) => {
      // nothing is left to send if every file was removed from a message without text
      if (length === 0 && attachments.length === 0 && !card) return;
      onSend({ text: text.trim(), attachments, card });
      setText('');
      setCard(undefined);
    });
    field.current?.focus();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <AttachmentTray
        files={files}
        card={card}
        onRemove={(file) => attached.remove(file)}
        onRetry={(file) => attached.retry(file)}
        onRemoveCard={() => setCard(undefined)}
      />
      {isWaiting && (
        <Group gap="xs" justify="space-between">
          <Text size="xs" role="status">
            Сообщение уйдёт, когда загрузятся файлы.
          </Text>
          <Button size="compact-sm" variant="light" onClick={() => attached.keep()}>
            Не отправлять
          </Button>
        </Group>
      )}
      {problem && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <div className={classes.line}>
        <AttachMenu api={api} onFiles={onAttach} onCard={setCard} />
        <MessageField
          api={api}
          clientName={clientName}
          text={text}
          setText={setText}
          field={field}
          onAttach={onAttach}
          send={send}
          hasError={isTooLong}
          readOnly={isWaiting}
        />
        <ActionIcon type="submit" size="input-sm" aria-label="Отправить" disabled={!isReady}>
          <IconSend2 size={20} stroke={1.8} />
        </ActionIcon>
      </div>
      {length > COUNTED_LENGTH && <LengthNote length={length} />}
    </form>
  );
}

function LengthNote({ length }: { length: number }) {
  const isTooLong = length > MOST_CHARACTERS.message;
  return (
    <Text size="xs" c={isTooLong ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
      {isTooLong
        ? `Сообщение длиннее ${counted(MOST_CHARACTERS.message, 'символа', 'символов', 'символов')}: сократите его или отправьте по частям`
        : `${formatNumber(length)} из ${formatNumber(MOST_CHARACTERS.message)}`}
    </Text>
  );
}

interface AttachMenuProps {
  api: DialogApi;
  onFiles: (files: File[]) => void;
  onCard: (card: MessageCard) => void;
}

function AttachMenu({ api, onFiles, onCard }: AttachMenuProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <>
      <Menu position="top-start" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon {...tool} aria-label="Прикрепить" title="Прикрепить">
            <IconPaperclip size={20} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFile size={18} />} onClick={() => input.current?.click()}>
            Фото или PDF
          </Menu.Item>
          <Menu.Item leftSection={<IconReportMedical size={18} />} onClick={() => setIsChoosing(true)}>
            Прикрепить исследование
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_FILES}
        aria-label="Файлы для сообщения"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {isChoosing && <CardPicker api={api} onChoose={onCard} onClose={() => setIsChoosing(false)} />}
    </>
  );
}
