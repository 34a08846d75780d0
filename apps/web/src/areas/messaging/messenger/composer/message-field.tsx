import { ActionIcon, Combobox, Textarea, useCombobox } from '@mantine/core';
import { IconMessage2Bolt } from '@tabler/icons-react';
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import classes from './composer.module.css';
import type { DialogApi } from '../messages/dialog-api.ts';
import { TemplateOptions } from './template-options.tsx';
import { useTyping } from './typing.tsx';

export const tool = { variant: 'subtle', color: 'gray', size: 'input-sm' } as const;

interface MessageFieldProps {
  api: DialogApi;
  clientName: string | undefined;
  text: string;
  setText: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  hasError: boolean;
  /** the message is about to be sent */
  readOnly: boolean;
  onAttach: (files: File[]) => void;
  send: () => void;
}

/** The text of a message. The centre inserts answer templates by «/» or by the button. */
export function MessageField(props: MessageFieldProps) {
  const { api, clientName, text, setText, field, hasError, readOnly, onAttach, send } = props;
  const typing = useTyping(api.dialogID);
  const templates = useCombobox();
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
  const openTemplates = () => {
    templates.toggleDropdown();
    field.current?.focus();
  };
  const insert = (filled: string) => {
    setText(text.startsWith('/') || !text.trim() ? filled : `${text.trimEnd()} ${filled}`);
    templates.closeDropdown();
    field.current?.focus();
  };
  return (
    <>
      {clientName !== undefined && (
        <ActionIcon {...tool} aria-label="Шаблоны ответов" title="Шаблоны ответов" onClick={openTemplates}>
          <IconMessage2Bolt size={20} stroke={1.6} />
        </ActionIcon>
      )}
      <Combobox store={templates} position="top-start" width={320} onOptionSubmit={insert}>
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
            error={hasError}
            readOnly={readOnly}
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
    </>
  );
}
