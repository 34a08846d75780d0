import type { Panorama } from '@snimok/contract/panorama';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import { sentences } from '../../platform/sentences.ts';
import type { PanoramaRow } from '../objects/panorama-queries.ts';

/** `row` is undefined for a study from before there were panoramas: a person may request one. */
export const presentPanorama = (who: Actor, row: PanoramaRow | undefined): z.infer<typeof Panorama> => {
  const can = { correct: may(who, 'study.correct-arch') };
  if (!row)
    return { status: 'none', reason: sentences.panorama.never, volume: null, arch: null, picture: null, can };
  const status = statusOf(row);
  return {
    status,
    reason: status === 'none' ? reasonOf(row.reason) : null,
    volume: row.volume,
    arch: archOf(row),
    picture: row.picture && row.shownArchID ? { ...row.picture, version: row.shownArchID } : null,
    can,
  };
};

/** If the job of a remake was given up, the earlier panorama is still valid. */
const statusOf = ({ status, isQueued, picture }: PanoramaRow) => {
  if (status === 'making' && isQueued) return 'making' as const;
  return picture && status !== 'none' ? ('ready' as const) : ('none' as const);
};

const reasonOf = (reason: string | null): string =>
  sentences.panorama[(reason ?? 'failed') as keyof typeof sentences.panorama] ?? sentences.panorama.failed;

const archOf = ({ archID, points, plane, confidence, accountID, createdAt }: PanoramaRow) =>
  archID !== null && points && plane && createdAt
    ? {
        version: archID,
        points: points.map(([x, y, z]): [number, number, number] => [x, y, z]),
        plane,
        foundBy: accountID === null ? ('portal' as const) : ('person' as const),
        confidence,
        createdAt: createdAt.toISOString(),
      }
    : null;
