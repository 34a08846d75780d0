import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useRowsInPlace } from '../../../shared/lists/use-rows-in-place.ts';
import { type Scope, type Share, sharesQuery } from './queries.ts';
import { DeletedShareRow, ShareRow } from './share-row.tsx';
import classes from './shares.module.css';
import { Loading } from '../../../shared/ui/loading.tsx';

const uuidOf = ({ shareUUID }: Share) => shareUUID;

export function ShareList({ scope }: { scope: Scope }) {
  const { data, error, isPending } = useQuery(sharesQuery(scope));
  const heading = `shares-of-${scope.studyID}`;
  return (
    <section aria-labelledby={heading}>
      <Title order={3} id={heading} mb="xs">
        Отправленные ссылки
      </Title>
      {isPending && <Loading height={84} />}
      <FailureAlert reason={!data && error} withIcon />
      {data && <Shares scope={scope} shares={data.shares} />}
    </section>
  );
}

function Shares({ scope, shares }: { scope: Scope; shares: Share[] }) {
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
          <ShareRow key={row.shareUUID} scope={scope} share={row} />
        ),
      )}
    </Stack>
  );
}
