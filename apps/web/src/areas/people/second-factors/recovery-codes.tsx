import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconInfoCircle, IconPrinter } from '@tabler/icons-react';
import classes from './recovery-codes.module.css';

interface RecoveryCodesProps {
  codes: string[];
  doneLabel: string;
  onDone: () => void;
}

/** Shown once, after the first factor or when new ones are made. */
export function RecoveryCodes({ codes, doneLabel, onDone }: RecoveryCodesProps) {
  return (
    <Stack gap="md">
      <Alert color="teal" icon={<IconInfoCircle />} role="none">
        Если телефона или ключа доступа не окажется под рукой, вместо них подойдёт любой из этих кодов. Каждый
        действует один раз. Сохраните их: второй раз портал их не покажет.
      </Alert>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.7} />}
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(textOf(codes))}`}
          download="snimok-recovery-codes.txt"
        >
          Скачать
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.7} />}
          onClick={() => window.print()}
        >
          Распечатать
        </Button>
      </Group>
      <Text size="sm" c="dimmed" className={classes.buttons}>
        Храните коды отдельно от пароля и никому не сообщайте.
      </Text>
      <Button size="md" onClick={onDone} className={classes.buttons}>
        {doneLabel}
      </Button>
    </Stack>
  );
}

const textOf = (codes: string[]): string =>
  ['Снимок: коды восстановления', location.host, '', ...codes, '', 'Каждый код действует один раз.'].join(
    '\r\n',
  );
