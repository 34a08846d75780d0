import { ActionIcon, Text, Textarea } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatNumber } from '@snimok/api-client/format-numbers';
import classes from './composer.module.css';
import { useDraft } from './use-draft.ts';

const LONGEST = 4000;
/** From here on one is told how much room is left. */
const LONG = 3600;

interface ComposerProps {
  /** whose draft it is */
  of: string;
  onSend: (text: string) => void;
  autoFocus?: boolean;
}

/** Enter sends, Shift+Enter begins a line. */
export function Composer({ of, onSend, autoFocus }: ComposerProps) {
  const [text, write] = useDraft(of);
  const field = useRef<HTMLTextAreaElement>(null);
  const length = [...text.trim()].length;
  const tooLong = length > LONGEST;

  useEffect(() => {
    // on a phone that would call up the keyboard before anything was read
    if (autoFocus && !matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true });
  }, [autoFocus]);

  const send = () => {
    if (length === 0 || tooLong) return;
    onSend(text.trim());
    write('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the choice of a hieroglyph or of a suggestion does not send
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
          error={tooLong}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon type="submit" size="input-sm" aria-label="Отправить" disabled={length === 0 || tooLong}>
          <IconSend2 size={20} stroke={1.8} />
        </ActionIcon>
      </div>
      {length > LONG && (
        <Text size="xs" c={tooLong ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
          {tooLong
            ? `Сообщение длиннее ${formatNumber(LONGEST)} символов: сократите его или отправьте по частям`
            : `${formatNumber(length)} из ${formatNumber(LONGEST)}`}
        </Text>
      )}
    </form>
  );
}
