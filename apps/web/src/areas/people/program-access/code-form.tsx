import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { grantPath } from './paths.ts';

/** For a program on another computer, where the assistant has the code but cannot open the link. */
export function CodeForm() {
  const [code, setCode] = useState('');
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) void navigate(grantPath(code.trim()));
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md" maw={360}>
        <Text c="dimmed">Начните вход в программе загрузки: она покажет код из восьми букв.</Text>
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
        <Button type="submit" disabled={!code.trim()} style={{ alignSelf: 'flex-start' }}>
          Далее
        </Button>
      </Stack>
    </form>
  );
}
