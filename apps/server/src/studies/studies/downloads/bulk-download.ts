import type { Actor } from '../../../platform/access/actor.ts';
import { EntryNames } from '../../../platform/zip/entry-names.ts';
import type { ZippedFolder } from '../../../platform/zip/join-zips.ts';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import { sentences } from '../sentences.ts';
import { findObject, listEntries } from '../../objects/queries.ts';
import { folderName } from './file-name.ts';
import { listStudiesByID, type StudyRow } from '../study-rows/queries.ts';
import { openObject } from '../study-rows/study-state.ts';

/** The studies with these ids, in their order; throws unless all of them are visible. */
export const findStudies = async ({ db }: Context, who: Actor, studyIDs: number[]): Promise<StudyRow[]> => {
  const ids = [...new Set(studyIDs)];
  const studies = await listStudiesByID(db, who, ids);
  if (studies.length < ids.length) throw notFound(sentences.noStudy);
  return studies;
};

/** What a download of several studies consists of; throws unless each of them can be downloaded. */
export const foldersOf = async (
  { db, storage, config }: Context,
  studies: StudyRow[],
): Promise<ZippedFolder[]> => {
  const names = new EntryNames();
  const objects = await Promise.all(studies.map((study) => findObject(db, openObject(study))));
  return studies.map((study, at) => {
    const { id, key } = objects[at]!;
    return {
      name: names.add(folderName(study, config.timeZone)),
      modifiedAt: study.doneAt ?? study.createdAt,
      listEntries: () => listEntries(db, id),
      read: (span) => storage.read(key, span),
    };
  });
};

/** `Исследования_2026-11-21.zip` */
export const bulkDownloadName = ({ clock, config }: Context): string =>
  `Исследования_${dayIn(config.timeZone, clock.now())}.zip`;
