import { randomUUID } from 'node:crypto';
import type { ArchCorrection, VolumeGeometry } from '@snimok/contract/panorama';
import type { Vector3 } from '@snimok/imaging/dicom/file';
import { type Plane, placeOf, pointIn } from '@snimok/imaging/panorama/plane';
import { inVolume } from '@snimok/imaging/volume/place';
import type { z } from 'zod';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { insertArch } from '../objects/panorama-queries.ts';
import { sentences } from '../../platform/sentences.ts';
import type { StudyRow } from '../studies/queries.ts';
import { remakePanorama } from './jobs.ts';
import { findPanorama, lockObject, requestPanorama } from './queries.ts';

type Volume = z.infer<typeof VolumeGeometry>;
type Correction = z.infer<typeof ArchCorrection>;
type Subject = Pick<StudyRow, 'id' | 'objectID' | 'patientID' | 'doctorID'>;

/** A shorter arch than this is a slip of the hand; and so far beyond the voxels a hand may slip. */
const SHORTEST_MM = 20;
const BEYOND_MM = 2;

/**
 * The arch as a person drew it. It belongs to the object: every study that shows the same scan shows it. The panorama
 * follows by a job; whoever protested against the old one is answered.
 */
export const correctArchOf = (
  { db, clock }: Context,
  by: Initiator & { accountID: number },
  study: Subject,
  correction: Correction,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const objectID = await objectToCut(tx, study);
    const now = await findPanorama(tx, objectID);
    if (!now?.volume) throw conflict(sentences.noVolumeForArch);
    if ((now.archID ?? null) !== correction.version) throw conflict(sentences.archChanged);
    const plane = now.plane ?? levelPlane(now.volume, correction.points);
    const points = correction.points.map((place) => placeOf(plane, pointIn(plane, place)));
    refuseNonsense(now.volume, points);
    const { accountID } = by;
    const arch = { objectID, points, plane, confidence: null, accountID, createdAt: clock.now() };
    await askFor(tx, objectID, await insertArch(tx, arch));
    await answerProtests(tx, objectID, accountID, clock.now());
    await record(tx, by, { action: 'study.correct-arch', ...subjectOf(study) });
  });

/** Looks for the arch once more: what was processed before could not, or a better way was found since. */
export const findArchAgainOf = ({ db }: Context, by: Initiator, study: Subject): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await askFor(tx, await objectToCut(tx, study), null);
    await record(tx, by, { action: 'study.correct-arch', ...subjectOf(study) });
  });

const subjectOf = ({ id, patientID, doctorID }: Subject) => ({ studyID: id, patientID, doctorID });

const objectToCut = async (tx: Tx, { objectID }: Subject): Promise<string> => {
  if (!objectID) throw conflict(sentences.noVolumeForArch);
  const { place } = await lockObject(tx, objectID);
  if (place !== 'warm') throw conflict(sentences.imagesArchived);
  return objectID;
};

/** The newest wish alone counts: a second click replaces the first, and a run under way for it leaves no trace. */
const askFor = async (tx: Tx, objectID: string, archID: number | null): Promise<void> => {
  const wishID = randomUUID();
  await requestPanorama(tx, objectID, { wishID, archID });
  await enqueue(tx, remakePanorama, { objectID, wishID }, { key: `make-panorama:${objectID}` });
};

/** Without an arch before there is no plane either: level, at the height of what was drawn. */
const levelPlane = ({ directions: [left, back, up] }: Volume, points: readonly Vector3[]): Plane => {
  const sum = points.reduce<Vector3>((all, [x, y, z]) => [all[0] + x, all[1] + y, all[2] + z], [0, 0, 0]);
  return {
    originMm: [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length],
    left,
    back,
    up,
  };
};

const refuseNonsense = (volume: Volume, points: readonly Vector3[]): void => {
  const isInside = (place: Vector3) =>
    inVolume(volume, place).every(
      (mm, axis) =>
        mm >= -BEYOND_MM && mm <= ((volume.size[axis] ?? 0) - 1) * (volume.spacingMm[axis] ?? 0) + BEYOND_MM,
    );
  if (!points.every(isInside)) throw invalid(sentences.archOutside);
  const steps = points
    .slice(1)
    .map((point, at) => Math.hypot(...point.map((mm, axis) => mm - (points[at]?.[axis] ?? 0))));
  const lengthMm = steps.reduce((sum, step) => sum + step, 0);
  if (lengthMm < SHORTEST_MM) throw invalid(sentences.archTooShort);
};

const answerProtests = async (
  tx: Tx,
  objectID: string,
  accountID: number,
  answeredAt: Date,
): Promise<void> => {
  await tx
    .updateTable('panoProtests')
    .set({ answeredAt, answeredBy: accountID })
    .where('objectID', '=', objectID)
    .where('answeredAt', 'is', null)
    .execute();
};
