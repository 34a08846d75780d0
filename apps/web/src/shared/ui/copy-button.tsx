import { Alert, Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { explain } from '../explain.ts';
import { useNotice } from '../use-notice.ts';
import { useSingleFlight } from '../use-single-flight.ts';
import classes from './copy-button.module.css';

/**
 * Copies a link. Where the browser has no clipboard access (pages without HTTPS), shows the link to copy by
 * hand.
 */
export function CopyButton({ requestLink }: { requestLink: () => Promise<string> }) {
  const [shownLink, setShownLink] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const copied = useNotice();
  const runSingle = useSingleFlight();

  const copy = async () => {
    setFailure(undefined);
    try {
      const link = await requestLink();
      if (await copyText(link)) copied.show();
      else setShownLink(link);
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
        <span aria-live="polite">{copied.shown ? 'Скопировано' : 'Скопировать ссылку'}</span>
      </Button>
      {shownLink && (
        <TextInput
          className={classes.fullWidth}
          aria-label="Ссылка"
          readOnly
          value={shownLink}
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
