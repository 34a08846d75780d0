import { Button, type ButtonProps, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';

/** A form for the code that a program shows on its screen; it leads to the page that grants the access. */
export function useCodeEntry(pathOf: (userCode: string) => string) {
  const [code, setCode] = useState('');
  const navigate = useNavigate();
  const userCode = code.trim();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (userCode) void navigate(pathOf(userCode));
  };
  return { code, setCode, isEmpty: !userCode, onSubmit };
}

type CodeEntry = ReturnType<typeof useCodeEntry>;

export const CodeField = ({ entry: { code, setCode } }: { entry: CodeEntry }) => (
  <TextInput
    label="Код с экрана программы"
    placeholder="XXXX-XXXX"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={40}
    value={code}
    onChange={({ currentTarget }) => setCode(currentTarget.value)}
  />
);

export const CodeSubmit = ({ entry: { isEmpty }, ...button }: { entry: CodeEntry } & ButtonProps) => (
  <Button type="submit" disabled={isEmpty} {...button}>
    Далее
  </Button>
);
