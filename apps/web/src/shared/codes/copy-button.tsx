import { Alert, Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { explain } from '../calls/explain.ts';
import { useNotice } from './use-notice.ts';
import { useSingleFlight } from '../calls/use-single-flight.ts';
import classes from './copy-button.module.css';

interface CopyButtonProps {
  requestText: () => Promise<string>;
  label?: string;
  /** the label of the field with the text, if it has to be copied by hand */
  fieldLabel?: string;
}

/**
 * Copies a link or another text. Where the browser has no clipboard access (pages without HTTPS), shows the text to copy
 * by hand.
 */
export function CopyButton(props: CopyButtonProps) {
  const { requestText, label = 'Скопировать ссылку', fieldLabel = 'Ссылка' } = props;
  const [shownText, setShownText] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const copied = useNotice();
  const runSingle = useSingleFlight();

  const copy = async () => {
    setFailure(undefined);
    try {
      const text = await requestText();
      if (await copyText(text)) copied.show();
      else setShownText(text);
    } catch (reason) {
      setFailure(explain(reason));
    }
  };

  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={copied.shown ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.6} />}
        onClick={() => runSingle(copy)}
      >
        <span aria-live="polite">{copied.shown ? 'Скопировано' : label}</span>
      </Button>
      {shownText && (
        <TextInput
          className={classes.fullWidth}
          aria-label={fieldLabel}
          readOnly
          value={shownText}
          onFocus={(event) => event.currentTarget.select()}
          autoFocus
        />
      )}
      {failure && (
        <Alert className={classes.fullWidth} role="alert" color="red">
          {failure}
        </Alert>
      )}
    </>
  );
}

const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
