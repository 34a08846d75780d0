import { Badge, Group, Text } from '@mantine/core';

interface AccountNameProps {
  name: string;
  /** the account of the user who is signed in */
  self: boolean;
  disabledAt: string | null;
  /** disabled by the portal itself */
  suspendedAt?: string | null | undefined;
}

/** The name of an account in a list of people, marked if it is the own one, disabled or suspended. */
export const AccountName = ({ name, self, disabledAt, suspendedAt }: AccountNameProps) => (
  <Group gap="xs">
    <Text span fw={500} c={disabledAt ? 'dimmed' : undefined}>
      {name}
    </Text>
    {self && (
      <Badge variant="light" tt="none">
        это вы
      </Badge>
    )}
    {disabledAt && (
      <Badge variant="light" color={suspendedAt ? 'red' : 'gray'} tt="none">
        {suspendedAt ? 'вход приостановлен' : 'доступ отключён'}
      </Badge>
    )}
  </Group>
);
