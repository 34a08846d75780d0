import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import type * as codes from '@snimok/contract/viewing/share-codes';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../../shared/calls/call.ts';
import { groupedCode } from '../../../shared/codes/grouped-code.ts';
import { digitsOf } from '../../../shared/codes/grouped-pin.ts';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useTitle } from '../../../shared/navigation/title.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import classes from './external.module.css';

/* Without the schema, as in areas/people/accounts/calls.ts, to keep the patient's page small. */
const openShareCode = { method: 'POST', url: '/share-code' } as typeof codes.openShareCode;
const DIGITS: typeof codes.SHARE_CODE_DIGITS = 16;

/** Finds the patient's link by the digits on the sheet; the page of the link asks for the PIN. */
export function CodeForm({ onToken }: { onToken: (token: string) => void }) {
  useTitle('Открыть снимок');
  const [code, setCode] = useState('');
  const [isShort, setIsShort] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const field = useRef<HTMLInputElement>(null);
  const runSingle = useSingleFlight();
  const open = async () => {
    setPending(true);
    setFailure(undefined);
    await call(openShareCode, { body: { code } }).then(({ token }) => onToken(token), setFailure);
    setPending(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsShort(code.length < DIGITS);
    if (code.length < DIGITS) field.current?.focus();
    else runSingle(open);
  };
  return (
    <form className={classes.sheet} onSubmit={submit} noValidate>
      <Stack gap="md">
        <Title order={1}>Открыть снимок</Title>
        <Text c="dimmed">
          Введите код снимка с листа, который вам дали в центре. ПИН-код понадобится потом.
        </Text>
        <TextInput
          ref={field}
          label="Код снимка"
          description={`${DIGITS} цифр`}
          size="lg"
          classNames={{ input: classes.code }}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          value={groupedCode(code)}
          error={isShort && code.length < DIGITS && `Введите все ${DIGITS} цифр`}
          onChange={(event) => setCode(digitsOf(event.currentTarget.value).slice(0, DIGITS))}
        />
        <FailureAlert reason={failure} withIcon />
        <Button type="submit" size="lg" loading={pending}>
          Далее
        </Button>
      </Stack>
    </form>
  );
}
