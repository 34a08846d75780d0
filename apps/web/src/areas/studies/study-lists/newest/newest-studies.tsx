import { useQuery } from '@tanstack/react-query';
import { PartBoundary } from '../../../../shared/failures/boundary.tsx';
import { usePageOffset } from '../../../../shared/lists/paging.tsx';
import { canDo, meQuery } from '../../../platform/access/me.ts';
import { NewestList } from './newest-list.tsx';
import { NewestSkeleton } from './newest-skeleton.tsx';

/** The newest studies, above the first page of the patients. Receptionists, who see no pictures, begin with the patients. */
export function NewestStudies() {
  const { data: me } = useQuery(meQuery);
  if (usePageOffset() > 0) return null;
  if (!me) return <NewestSkeleton />;
  if (!canDo(me, 'seePictures')) return null;
  return (
    <PartBoundary>
      <NewestList />
    </PartBoundary>
  );
}
