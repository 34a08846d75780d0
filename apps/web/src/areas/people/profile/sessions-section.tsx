import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { formatAgo, formatMoment } from '../../../shared/dates/dates.ts';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { type Session, sessionsQuery, useEndSessions } from './queries.ts';
import { FactRow } from './fact-row.tsx';
import { Section } from './section.tsx';

const nameOf = ({ browser, system }: Session): string =>
  [browser || 'Неизвестный браузер', system].filter(Boolean).join(', ');

export function SessionsSection() {
  const { data } = useSuspenseQuery(sessionsQuery);
  const end = useEndSessions();
  const runSingle = useSingleFlight();
  const others = data.sessions.filter(({ current }) => !current);
  return (
    <Section
      title="Устройства"
      hint="Где сейчас открыт ваш кабинет. Если устройство незнакомо, завершите сеанс на нём и смените пароль."
    >
      <FailureAlert reason={end.error} mb="sm" />
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.sessions.map((session) => (
          <li key={session.sessionUUID}>
            <FactRow
              title={
                <Group gap="xs">
                  <Text fw={500}>{nameOf(session)}</Text>
                  {session.current && (
                    <Badge variant="light" tt="none">
                      это устройство
                    </Badge>
                  )}
                </Group>
              }
              action={
                !session.current && (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Завершить: ${nameOf(session)}`}
                    onClick={() => runSingle(() => end.mutateAsync(session.sessionUUID))}
                  >
                    Завершить
                  </Button>
                )
              }
            >
              <Text size="sm" c="dimmed">
                {[`Вход ${formatMoment(session.createdAt)}`, session.address, formatAgo(session.lastSeenAt)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </FactRow>
          </li>
        ))}
      </Stack>
      {others.length > 0 && (
        <Button
          mt="md"
          variant="default"
          loading={end.isPending}
          onClick={() => runSingle(() => end.mutateAsync(null))}
        >
          Выйти на всех других устройствах
        </Button>
      )}
    </Section>
  );
}
