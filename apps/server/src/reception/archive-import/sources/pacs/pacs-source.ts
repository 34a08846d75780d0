import { join } from 'node:path';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import type { ElementToWrite } from '@snimok/imaging/dicom/elements/write';
import { SEARCH_TAG, type StudyAttributes } from '@snimok/imaging/dicom/study-attributes';
import type { Context } from '../../../../platform/context.ts';
import { type HeaderReader, openHeaderReader } from '../headers/header-reader.ts';
import { NotGiven } from '../network/archive-http.ts';
import { isMangled } from '../repaired-text.ts';
import type { Source, SourceInstance, SourceProblem, SourceStudy } from '../source.ts';
import {
  type DateRange,
  limitedPlaces,
  rangeText,
  searchByDates,
  type Searched,
} from '../search-by-dates.ts';
import { SourceUnreachable } from '../source-unreachable.ts';
import { StudyIndex, studyOf } from '../study-index.ts';
import { openWorkingSpace, type WorkingSpace } from '../working-space.ts';
import { type Archive, MODEL, openArchive, type PacsSettings } from './archive.ts';
import { type MoveReceiver, openMoveReceiver } from './move-receiver.ts';
import { RetrievedSeries } from './retrieved-series.ts';
import { retrieveSeries } from './retrieval.ts';

/**
 * A PACS, by C-FIND and C-GET or C-MOVE.
 * @throws SourceUnreachable
 */
export const openPacsSource = async (
  context: Pick<Context, 'config' | 'sandbox'>,
  settings: PacsSettings,
): Promise<Source> => {
  const space = await openWorkingSpace(context);
  const reader = openHeaderReader(context, await space.makeFolder('heads'));
  let receiver: MoveReceiver | null = null;
  try {
    const archive = openArchive(context, settings, reader);
    receiver = settings.retrieve === 'move' ? await openMoveReceiver(context, receiverOf(settings)) : null;
    await archive.within(MODEL.find, new AbortController().signal, async () => undefined);
    return pacsSource({ archive, space, receiver, reader });
  } catch (cause) {
    reader.close();
    await receiver?.close();
    await space.close();
    throw cause;
  }
};

/** The title to which the PACS sends, and the port at which it finds that title. */
const receiverOf = ({ moveTitle, movePort, callingTitle }: PacsSettings) => {
  if (movePort === null) throw new SourceUnreachable('C-MOVE needs a port at which the portal receives');
  return { title: moveTitle ?? callingTitle, port: movePort };
};

interface Parts {
  archive: Archive;
  space: WorkingSpace;
  receiver: MoveReceiver | null;
  reader: HeaderReader;
}

/** @param dates a range of Study Date, or '' for all */
const studyKeys = (dates: string): ElementToWrite[] => [
  [TAG.studyInstanceUID, 'UI', ''],
  [TAG.studyDate, 'DA', dates],
  [TAG.studyTime, 'TM', ''],
  [TAG.accessionNumber, 'SH', ''],
  [TAG.patientName, 'PN', ''],
  [TAG.patientID, 'LO', ''],
  [TAG.patientBirthDate, 'DA', ''],
  [TAG.patientSex, 'CS', ''],
  [TAG.referringPhysicianName, 'PN', ''],
  [TAG.studyDescription, 'LO', ''],
  [SEARCH_TAG.modalitiesInStudy, 'CS', ''],
  // of zero length, as every key without a value
  [SEARCH_TAG.instancesInStudy, 'IS', []],
];

const pacsSource = ({ archive, space, receiver, reader }: Parts): Source => {
  const retrieved = new RetrievedSeries(
    (series, signal) => retrieveSeries({ archive, space, receiver }, series, signal),
    // with C-MOVE the archive proposes the encodings
    receiver ? ['all'] : ['all', 'compressed'],
  );
  let searches = 0;

  return {
    async *studies(signal): AsyncGenerator<SourceStudy | SourceProblem> {
      // a PACS may answer in another order each time
      const index = new StudyIndex(join(space.path, `search-${(searches += 1)}.sqlite`));
      try {
        const search = async function* (range: DateRange | null): AsyncGenerator<SourceProblem, Searched> {
          let added = 0;
          let unreadable = 0;
          const keys = studyKeys(range ? rangeText(range) : '');
          const searching = archive.find('STUDY', keys, signal, (matches) => {
            for (const match of matches)
              if (!match?.studyInstanceUID) unreadable += 1;
              else if (index.addStudy(foundStudy(match.studyInstanceUID, match))) added += 1;
          });
          const { count, isComplete } = await searching.catch((cause: unknown) => {
            // without the list there is no import
            throw cause instanceof NotGiven ? new SourceUnreachable(cause.message, { cause }) : cause;
          });
          if (unreadable > 0)
            yield { where: `${unreadable} answers to the search for studies`, reason: 'unreadable' };
          return { count, added, saysMore: !isComplete };
        };
        yield* limitedPlaces(yield* searchByDates(search, new Date()));
        index.finish();
        yield* index.studies();
      } finally {
        index.close();
      }
    },
    async *instances({ key: study }, signal): AsyncGenerator<SourceInstance> {
      for (const series of await listSeries(archive, study, signal)) {
        const instances = await listInstances(archive, { study, series }, signal);
        const sopClassUIDs = [...new Set(instances.values())].filter((uid) => uid !== null);
        for (const uid of [...instances.keys()].toSorted())
          yield {
            key: `${series}/${uid}`,
            sopInstanceUID: uid,
            sha256: null,
            sizeBytes: null,
            open: (signal) => {
              const names = { studyInstanceUID: study, seriesInstanceUID: series, sopClassUIDs };
              return retrieved.open(names, uid, signal);
            },
          };
      }
    },
    async close(): Promise<void> {
      await retrieved.close();
      await receiver?.close();
      reader.close();
      await space.close();
    },
  };
};

/** A name whose letters were dropped must not be compared with names of patients. */
const foundStudy = (key: string, match: StudyAttributes): SourceStudy => {
  const study = studyOf(key, match);
  return study.patientName !== null && isMangled(study.patientName) ? { ...study, patientName: null } : study;
};

const listSeries = async (archive: Archive, study: string, signal: AbortSignal): Promise<string[]> => {
  const found = new Set<string>();
  const keys: ElementToWrite[] = [
    [TAG.studyInstanceUID, 'UI', study],
    [TAG.seriesInstanceUID, 'UI', ''],
  ];
  const { isComplete } = await archive.find('SERIES', keys, signal, (matches) => {
    for (const match of matches) found.add(uidOr(match?.seriesInstanceUID, 'series'));
  });
  if (!isComplete) throw new NotGiven('the archive does not list all series of a study');
  if (found.size === 0) throw new NotGiven('the archive no longer has the study');
  return [...found].toSorted();
};

/** The classes of the instances by their UIDs; null if the archive does not name the class. */
const listInstances = async (
  archive: Archive,
  { study, series }: { study: string; series: string },
  signal: AbortSignal,
): Promise<Map<string, string | null>> => {
  const found = new Map<string, string | null>();
  const keys: ElementToWrite[] = [
    [TAG.studyInstanceUID, 'UI', study],
    [TAG.seriesInstanceUID, 'UI', series],
    [TAG.sopInstanceUID, 'UI', ''],
    [TAG.sopClassUID, 'UI', ''],
  ];
  const { isComplete } = await archive.find('IMAGE', keys, signal, (matches) => {
    for (const match of matches)
      found.set(uidOr(match?.sopInstanceUID, 'instance'), match?.sopClassUID || null);
  });
  if (!isComplete) throw new NotGiven('the archive does not list all instances of a series');
  return found;
};

/** @throws NotGiven: an archive that hides a part of a study must not be imported in silence */
const uidOr = (uid: string | null | undefined, what: string): string => {
  if (!uid) throw new NotGiven(`the archive names a ${what} without a UID`);
  return uid;
};
