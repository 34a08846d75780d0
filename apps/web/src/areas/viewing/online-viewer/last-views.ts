import type { ViewerHost } from '@snimok/viewer/study/viewer-host';
import {
  findSaved,
  isUserStorageOpen,
  listNames,
  removeSaved,
  save,
} from '../../../shared/storage/user-storage.ts';

type LastViews = NonNullable<ViewerHost['lastViews']>;
type View = Parameters<LastViews['save']>[1];

interface Left {
  /** milliseconds since 1970 */
  leftAt: number;
  view: View;
}

const PREFIX = 'view:';
/** Views of this many studies are kept; the oldest ones are removed. */
const MOST = 30;

const find = (name: string): Left | undefined => {
  const saved = findSaved(name);
  return saved === null ? undefined : (JSON.parse(saved) as Left);
};

/** How the signed-in person saw her last studies, in this browser until she signs out; encrypted like her other input. */
export const lastViews: LastViews = {
  find: (studyID) => (isUserStorageOpen() ? find(`${PREFIX}${studyID}`)?.view : undefined),
  save: (studyID, view) => {
    if (!isUserStorageOpen()) return;
    save(`${PREFIX}${studyID}`, JSON.stringify({ leftAt: Date.now(), view } satisfies Left));
    const names = listNames(PREFIX);
    if (names.length <= MOST) return;
    const byAge = names.toSorted((a, b) => (find(a)?.leftAt ?? 0) - (find(b)?.leftAt ?? 0));
    for (const name of byAge.slice(0, -MOST)) removeSaved(name);
  },
};
