import { Alert, Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { explain } from '../explain.ts';
import { useNotice } from '../use-notice.ts';
import { useSingleFlight } from '../use-single-flight.ts';
import classes from './copy-button.module.css';

/** Copies a link. Where the browser gives no clipboard (a portal without https), it is shown to be copied by hand. */
export function CopyButton({ requestLink }: { requestLink: () => Promise<string> }) {
  const [byHand, setByHand] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const copied = useNotice();
  const runSingle = useSingleFlight();

  const copy = async () => {
    setFailure(undefined);
    try {
      const link = await requestLink();
      if (await written(link)) copied.show();
      else setByHand(link);
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
      {byHand && (
        <TextInput
          className={classes.whole}
          aria-label="Ссылка"
          readOnly
          value={byHand}
          onFocus={(event) => event.currentTarget.select()}
          autoFocus
        />
      )}
      {failure && (
        <Alert className={classes.whole} role="alert" color="red">
          {failure}
        </Alert>
      )}
    </>
  );
}

const written = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
