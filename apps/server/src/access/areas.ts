import type { Actor } from './actor.ts';

/** Which callers a part of `/api/1` is open to. A path that stands nowhere here is closed to everybody. */
const areas: [prefix: string, openTo: Actor['kind'][]][] = [
  ['/auth/centrifugo/', ['assistant', 'doctor', 'unknown-role']],
  ['/auth/', ['nobody', 'assistant', 'doctor', 'unknown-role']],
  ['/openapi.json', ['nobody', 'assistant', 'doctor', 'unknown-role']],
  ['/assistant/', ['assistant']],
  ['/doctor/', ['doctor']],
  ['/external/', ['share']],
  ['/studies/', ['assistant', 'doctor']],
];

export type Entry = 'open' | 'sign-in-first' | 'closed';

/** `path` is below `/api/1`. */
export const entryTo = (path: string, who: Actor): Entry => {
  const openTo = areas.find(([prefix]) => path.startsWith(prefix))?.[1] ?? [];
  if (openTo.includes(who.kind)) return 'open';
  return who.kind === 'nobody' ? 'sign-in-first' : 'closed';
};
