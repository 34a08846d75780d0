import { Anchor, Group, Pagination, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import { Link, useSearchParams } from 'react-router';
import { formatNumber } from '@snimok/api-client/format-numbers';

/** The page is in the URL, counted from 1: `?page=2` shows the rows from 31. */
export function usePageOffset(): number {
  const [search] = useSearchParams();
  const page = Number(search.get('page') ?? 1);
  return Number.isSafeInteger(page) && page > 1 ? (page - 1) * PAGE_SIZE : 0;
}

/** The first page is requested without an offset. */
export const fromOffset = (offset: number) => (offset > 0 ? { offset } : {});

interface PagingProps {
  currentOffset: number;
  totalCount: number;
}

/** «1–30 из 1 204» and the page links; nothing for an empty list. */
export function Paging({ currentOffset, totalCount }: PagingProps) {
  const [search] = useSearchParams();
  const narrow = useMediaQuery('(max-width: 640px)');
  if (totalCount === 0) return null;

  if (currentOffset >= totalCount) {
    return (
      <Text mt="md">
        Такой страницы нет.{' '}
        <Anchor component={Link} to={`?${withPage(search, 1)}`} underline="always">
          К началу списка
        </Anchor>
      </Text>
    );
  }

  const pages = Math.ceil(totalCount / PAGE_SIZE);
  const page = Math.floor(currentOffset / PAGE_SIZE) + 1;
  const last = Math.min(currentOffset + PAGE_SIZE, totalCount);
  const linkTo = (number: number) => ({
    component: Link,
    to: `?${withPage(search, number)}`,
  });

  return (
    <Group component="nav" aria-label="Страницы" justify="space-between" mt="md" gap="sm">
      <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }} aria-live="polite">
        {formatNumber(currentOffset + 1)}–{formatNumber(last)} из {formatNumber(totalCount)}
      </Text>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          size="sm"
          siblings={narrow ? 0 : 1}
          gap={narrow ? 4 : 8}
          getItemProps={(number) => ({
            ...linkTo(number),
            'aria-label': `Страница ${number}`,
          })}
          getControlProps={(control) =>
            control === 'previous'
              ? {
                  ...linkTo(Math.max(page - 1, 1)),
                  'aria-label': 'Предыдущая страница',
                }
              : {
                  ...linkTo(Math.min(page + 1, pages)),
                  'aria-label': 'Следующая страница',
                }
          }
        />
      )}
    </Group>
  );
}

function withPage(search: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(search);
  if (page > 1) next.set('page', String(page));
  else next.delete('page');
  return next;
}
