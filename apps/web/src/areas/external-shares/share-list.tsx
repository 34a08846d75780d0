import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailureAlert } from '../../shared/ui/failure-alert.tsx';
import { useRowsInPlace } from '../../shared/use-rows-in-place.ts';
import { type Share, sharesQuery } from './queries.ts';
import { DeletedShareRow, ShareRow } from './share-row.tsx';
import classes from './shares.module.css';
import { Loading } from '../../shared/ui/loading.tsx';

const uuidOf = ({ shareUUID }: Share) => shareUUID;

export function ShareList({ studyID }: { studyID: number }) {
  const { data: shares, error, isPending } = useQuery(sharesQuery(studyID));
  return (
    <section aria-labelledby={`shares-of-${studyID}`}>
      <Title order={3} id={`shares-of-${studyID}`} mb="xs">
        Отправленные ссылки
      </Title>
      {isPending && <Loading height={84} />}
      <FailureAlert reason={!shares && error} withIcon />
      {shares && <Shares studyID={studyID} shares={shares} />}
    </section>
  );
}

function Shares({ studyID, shares }: { studyID: number; shares: Share[] }) {
  const rows = useRowsInPlace(shares, uuidOf);
  if (rows.length === 0)
    return (
      <Text c="dimmed">
        Ссылок пока нет. Введите адрес, и получатель увидит исследование без регистрации.
      </Text>
    );
  return (
    <Stack component="ul" className={classes.list} gap={0}>
      {rows.map(({ row, gone }) =>
        gone ? (
          <DeletedShareRow key={row.shareUUID} share={row} />
        ) : (
          <ShareRow key={row.shareUUID} studyID={studyID} share={row} />
        ),
      )}
    </Stack>
  );
}
