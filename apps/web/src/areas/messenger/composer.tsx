import { ActionIcon, Combobox, Menu, Text, Textarea, useCombobox } from '@mantine/core';
import { formatNumber } from '@snimok/api-client/format-numbers';
import { IconFile, IconMessage2Bolt, IconPaperclip, IconReportMedical, IconSend2 } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { focusInPage } from '../../shared/focus-in-page.ts';
import { ACCEPTED_FILES, useAttachedFiles } from './attached-files.ts';
import { AttachmentTray } from './attachment-tray.tsx';
import { CardPicker } from './card-picker.tsx';
import classes from './composer.module.css';
import type { DialogApi, Draft, MessageCard } from './dialog-api.ts';
import { TemplateOptions } from './template-options.tsx';
import { useTyping } from './typing.tsx';
import { useDraft } from './use-draft.ts';

const MAX_LENGTH = 4000;
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
export function Composer({ api, clientName, onSend, onAttach, problem, autoFocus }: ComposerProps) {
  const [text, setText] = useDraft(api.key);
  const [card, setCard] = useState<MessageCard>();
  const { attached, files } = useAttachedFiles(api);
  const typing = useTyping(api.dialogID);
  const field = useRef<HTMLTextAreaElement>(null);
  const templates = useCombobox();
  const length = [...text.trim()].length;
  const isTooLong = length > MAX_LENGTH;
  const isEmpty = length === 0 && files.length === 0 && !card;
  const isReady = !isEmpty && !isTooLong && files.every(({ state }) => state === 'stored');

  useEffect(() => {
    // on a phone the focus would open the keyboard over the messages
    if (!autoFocus || matchMedia('(pointer: coarse)').matches) return undefined;
    return focusInPage(field.current);
  }, [autoFocus]);

  const send = () => {
    if (!isReady) return;
    onSend({ text: text.trim(), attachments: attached.take(), card });
    setText('');
    setCard(undefined);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // the list of templates takes the keys while it is open
    if (templates.dropdownOpened && (event.key === 'Enter' || event.key === 'Escape')) {
      if (event.key === 'Escape') event.stopPropagation();
      return;
    }
    // Enter confirms a suggestion of an input method (IME); then it does not send
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const change = (next: string) => {
    setText(next);
    if (next) typing();
    if (clientName === undefined) return;
    if (next.startsWith('/')) templates.openDropdown();
    else templates.closeDropdown();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    onAttach(pasted);
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
      {problem && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <div className={classes.line}>
        <AttachMenu api={api} onFiles={onAttach} onCard={setCard} />
        {clientName !== undefined && (
          <ActionIcon
            {...tool}
            aria-label="Шаблоны ответов"
            title="Шаблоны ответов"
            onClick={() => {
              templates.toggleDropdown();
              field.current?.focus();
            }}
          >
            <IconMessage2Bolt size={20} stroke={1.6} />
          </ActionIcon>
        )}
        <Combobox
          store={templates}
          position="top-start"
          width={320}
          onOptionSubmit={(filled) => {
            setText(text.startsWith('/') || !text.trim() ? filled : `${text.trimEnd()} ${filled}`);
            templates.closeDropdown();
            field.current?.focus();
          }}
        >
          <Combobox.Target>
            <Textarea
              ref={field}
              className={classes.field}
              aria-label="Сообщение"
              placeholder="Сообщение"
              autosize
              minRows={1}
              maxRows={6}
              value={text}
              error={isTooLong}
              onChange={({ currentTarget }) => change(currentTarget.value)}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              onBlur={() => templates.closeDropdown()}
            />
          </Combobox.Target>
          {clientName !== undefined && (
            <TemplateOptions
              store={templates}
              clientName={clientName}
              sought={text.startsWith('/') ? text.slice(1).trim() : ''}
            />
          )}
        </Combobox>
        <ActionIcon type="submit" size="input-sm" aria-label="Отправить" disabled={!isReady}>
          <IconSend2 size={20} stroke={1.8} />
        </ActionIcon>
      </div>
      {length > COUNTED_LENGTH && (
        <Text size="xs" c={isTooLong ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
          {isTooLong
            ? `Сообщение длиннее ${formatNumber(MAX_LENGTH)} символов: сократите его или отправьте по частям`
            : `${formatNumber(length)} из ${formatNumber(MAX_LENGTH)}`}
        </Text>
      )}
    </form>
  );
}

const tool = { variant: 'subtle', color: 'gray', size: 'input-sm' } as const;

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
