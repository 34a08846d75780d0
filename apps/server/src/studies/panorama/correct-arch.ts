import { randomUUID } from 'node:crypto';
import type { ArchCorrection, VolumeGeometry } from '@snimok/contract/studies/panorama';
import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import { type Plane, planeToSpace, spaceToPlane } from '@snimok/imaging/panorama/plane';
import { fromPatient } from '@snimok/imaging/volume/patient-coordinates';
import type { z } from 'zod';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, invalid } from '../../platform/errors/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { findPanorama, insertArch, listRemadeKeys, requestRemake } from '../objects/panorama-queries.ts';
import { answerProtestsAbout } from '../objects/protest-queries.ts';
import { lockObject } from '../objects/queries.ts';
import { removingUnnamed } from '../objects/runs.ts';
import type { StudyRow } from '../studies/study-rows/queries.ts';
import { remakePanorama } from './remake-panorama.ts';
import { sentences } from './sentences.ts';

type Volume = z.infer<typeof VolumeGeometry>;
type Correction = z.infer<typeof ArchCorrection>;
type PanoramaStudy = Pick<StudyRow, 'id' | 'objectID' | 'patientID' | 'doctorID'>;

/** A shorter arch is a mistake in drawing. */
const MIN_LENGTH_MM = 20;
/** How far outside the volume a drawn point may lie. */
const TOLERANCE_MM = 2;

/**
 * Saves an arch that a person drew, queues the job that remakes the panorama along it, and answers the open protests
 * against the old panorama. The arch belongs to the object, so it applies to every copy of the study.
 */
export const correctArchOf = (
  { db, clock }: Context,
  by: Initiator & { accountID: number },
  study: PanoramaStudy,
  correction: Correction,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const objectID = await lockObjectOf(tx, study);
    const current = await findPanorama(tx, objectID);
    if (!current?.volume) throw conflict(sentences.noVolumeForArch);
    if ((current.archID ?? null) !== correction.version) throw conflict(sentences.archChanged);
    const plane = current.plane ?? levelPlane(current.volume, correction.points);
    const points = correction.points.map((point) => planeToSpace(plane, spaceToPlane(plane, point)));
    assertPlausible(current.volume, points);
    const { accountID } = by;
    const arch = { objectID, points, plane, confidence: null, accountID, createdAt: clock.now() };
    await enqueueRemake(tx, objectID, await insertArch(tx, arch));
    await answerProtestsAbout(tx, objectID, { answeredAt: clock.now(), answeredBy: accountID });
    await record(tx, by, { action: 'study.correct-arch', ...auditSubject(study) });
  });

/** Finds the arch again: for a study whose arch was not found, or was found by an older version of the portal. */
export const findArchAgainOf = ({ db }: Context, by: Initiator, study: PanoramaStudy): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await enqueueRemake(tx, await lockObjectOf(tx, study), null);
    await record(tx, by, { action: 'study.correct-arch', ...auditSubject(study) });
  });

const auditSubject = ({ id, patientID, doctorID }: PanoramaStudy) => ({ studyID: id, patientID, doctorID });

/** Locks the object, so that the second of two simultaneous corrections sees the first. */
const lockObjectOf = async (tx: Tx, { objectID }: PanoramaStudy): Promise<string> => {
  if (!objectID) throw conflict(sentences.noVolumeForArch);
  const object = await lockObject(tx, objectID);
  if (object?.place !== 'warm') throw conflict(sentences.imagesArchived);
  return objectID;
};

/** Requests a remake. It replaces an earlier request, whose job then publishes nothing. `archID` null: find the arch. */
const enqueueRemake = async (tx: Tx, objectID: string, archID: number | null): Promise<void> => {
  const remakeID = randomUUID();
  const written = await listRemadeKeys(tx, objectID);
  await removingUnnamed(tx, 'object_pictures', { objectID, written }, () =>
    requestRemake(tx, objectID, { remakeID, archID }),
  );
  await enqueue(tx, remakePanorama, { objectID, wishID: remakeID }, { key: `make-panorama:${objectID}` });
};

/** The plane if the volume has none from an earlier arch: horizontal, through the mean of the drawn points. */
const levelPlane = ({ directions: [left, back, up] }: Volume, points: readonly Vector3[]): Plane => {
  const sum = points.reduce<Vector3>((all, [x, y, z]) => [all[0] + x, all[1] + y, all[2] + z], [0, 0, 0]);
  return {
    originMm: [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length],
    left,
    back,
    up,
  };
};

const assertPlausible = (volume: Volume, points: readonly Vector3[]): void => {
  const isInside = (point: Vector3) =>
    fromPatient(volume, point).every(
      (mm, axis) =>
        mm >= -TOLERANCE_MM &&
        mm <= ((volume.size[axis] ?? 0) - 1) * (volume.spacingMm[axis] ?? 0) + TOLERANCE_MM,
    );
  if (!points.every(isInside)) throw invalid(sentences.archOutside);
  const stepsMm = points
    .slice(1)
    .map((point, i) => Math.hypot(...point.map((mm, axis) => mm - (points[i]?.[axis] ?? 0))));
  const lengthMm = stepsMm.reduce((sum, stepMm) => sum + stepMm, 0);
  if (lengthMm < MIN_LENGTH_MM) throw invalid(sentences.archTooShort);
};
