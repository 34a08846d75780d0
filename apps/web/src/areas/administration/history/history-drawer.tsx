import { Drawer, Skeleton, Stack } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { Boundary } from '../../../shared/failures/boundary.tsx';
import type { HistoryQuery } from './queries.ts';
import { Loading } from '../../../shared/ui/loading.tsx';

const HistoryList = lazy(async () => ({ default: (await import('./history-list.tsx')).HistoryList }));

interface HistoryDrawerProps {
  title: string;
  /** undefined while the drawer is closed */
  query: HistoryQuery | undefined;
  nameStudy?: (studyID: number) => string;
  /** above the records */
  before?: ReactNode;
  onClose: () => void;
}

const numberOf = (studyID: number) => `Исследование № ${studyID}`;

/** Audit records beside the page. */
export const HistoryDrawer = ({
  title,
  query,
  nameStudy = numberOf,
  before,
  onClose,
}: HistoryDrawerProps) => (
  <Drawer
    title={title}
    position="right"
    size="min(460px, 100%)"
    opened={query !== undefined}
    onClose={onClose}
    closeButtonProps={{ 'aria-label': 'Закрыть' }}
    styles={{ title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' } }}
  >
    <Boundary>
      <Suspense
        fallback={
          <Loading>
            <HistorySkeleton />
          </Loading>
        }
      >
        {query && before}
        {query && <HistoryList query={query} nameStudy={nameStudy} />}
      </Suspense>
    </Boundary>
  </Drawer>
);

const HistorySkeleton = () => (
  <Stack role="img" aria-busy aria-label="загрузка..." gap="md">
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={56} />
    ))}
  </Stack>
);
