import { Alert, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { explain } from '../../shared/explain.ts';
import { sharesQuery } from './queries.ts';
import { ShareRow } from './share-row.tsx';
import classes from './shares.module.css';

export function ShareList({ studyID }: { studyID: number }) {
  const { data: shares, error, isPending } = useQuery(sharesQuery(studyID));
  return (
    <section aria-labelledby={`shares-of-${studyID}`}>
      <Title order={3} id={`shares-of-${studyID}`} mb="xs">
        Отправленные ссылки
      </Title>
      {isPending && <Skeleton height={84} radius="md" />}
      {error && !shares && (
        <Alert role="alert" color="red" icon={<IconAlertCircle />}>
          {explain(error)}
        </Alert>
      )}
      {shares?.length === 0 && (
        <Text c="dimmed">
          Ссылок пока нет. Введите адрес, и получатель увидит исследование без регистрации.
        </Text>
      )}
      {shares && shares.length > 0 && (
        <Stack component="ul" className={classes.list} gap={0}>
          {shares.map((share) => (
            <ShareRow key={share.shareUUID} studyID={studyID} share={share} />
          ))}
        </Stack>
      )}
    </section>
  );
}
