import { ActionIcon, Text, Textarea } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatNumber } from '@snimok/api-client/format-numbers';
import { focusInPage } from '../../shared/focus-in-page.ts';
import classes from './composer.module.css';
import { useDraft } from './use-draft.ts';

const MAX_LENGTH = 4000;
/** From this length on, the count of characters is shown. */
const COUNTED_LENGTH = 3600;

interface ComposerProps {
  /** the draft is saved under this key */
  draftKey: string;
  onSend: (text: string) => void;
  autoFocus?: boolean;
}

/** The field for a new message: Enter sends, Shift+Enter starts a new line. */
export function Composer({ draftKey, onSend, autoFocus }: ComposerProps) {
  const [text, setText] = useDraft(draftKey);
  const field = useRef<HTMLTextAreaElement>(null);
  const length = [...text.trim()].length;
  const isTooLong = length > MAX_LENGTH;

  useEffect(() => {
    // on a phone the focus would open the keyboard over the messages
    if (!autoFocus || matchMedia('(pointer: coarse)').matches) return undefined;
    return focusInPage(field.current);
  }, [autoFocus]);

  const send = () => {
    if (length === 0 || isTooLong) return;
    onSend(text.trim());
    setText('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter confirms a suggestion of an input method (IME); then it does not send
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={classes.line}>
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
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon type="submit" size="input-sm" aria-label="Отправить" disabled={length === 0 || isTooLong}>
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
