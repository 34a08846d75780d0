import type { Panorama } from '@snimok/contract/studies/panorama';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import { sentences as ofObjects } from '../objects/sentences.ts';
import type { PanoramaRow } from '../objects/panorama-queries.ts';
import { panoramaReason } from '../objects/panorama-reason.ts';
import { sentences } from './sentences.ts';
import { REFUSALS } from '@snimok/imaging/volume/plan';

/** `row` is undefined for a study from before there were panoramas: a person may request one. */
export const presentPanorama = (who: Actor, row: PanoramaRow | undefined): z.infer<typeof Panorama> => {
  const correct = may(who, 'study.correct-arch');
  if (!row) {
    const none = { volume: null, arch: null, picture: null, can: { correct, retry: correct } };
    return { status: 'none', reason: ofObjects.panorama.never, ...none };
  }
  const can = { correct, retry: correct && !FINAL.has(row.reason ?? '') };
  const status = statusOf(row);
  // the advice to draw an arch is only for people who can open the volume and save an arch
  const canDraw = correct && row.volume !== null && may(who, 'study.view-online');
  return {
    status,
    reason: status === 'none' ? reasonOf(row, canDraw) : null,
    volume: row.volume,
    arch: archOf(row),
    picture: row.picture && row.shownArchID ? { ...row.picture, version: row.shownArchID } : null,
    can,
  };
};

/** Reasons that the files cause, so that another attempt would end in the same way. */
const FINAL: ReadonlySet<string> = new Set([...REFUSALS, 'no-bone', 'not-sure']);

/** If the job of a remake was given up, the earlier panorama is still valid. */
const statusOf = ({ status, isQueued, picture }: PanoramaRow) => {
  if (status === 'making' && isQueued) return 'making' as const;
  return picture && status !== 'none' ? ('ready' as const) : ('none' as const);
};

const reasonOf = ({ reason }: PanoramaRow, canDraw: boolean): string => {
  const sentence = panoramaReason({ status: 'none', reason })!;
  return canDraw && reason === 'not-sure' ? `${sentence}. ${sentences.drawArch}` : sentence;
};

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
