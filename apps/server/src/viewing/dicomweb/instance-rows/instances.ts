import type { Context } from '../../../platform/context.ts';
import { type InstanceRow, listInstances, type Position } from './instance-queries.ts';
import type { ObjectRow } from './queries.ts';

/** One DICOM file of a study, and the location of its bytes in the study object. */
export interface Instance extends InstanceRow {
  object: ObjectRow;
}

/** Instances that a request names: all of these objects, of one series, or one. There is at least one. */
export interface Selection {
  /** An instance that several objects contain is selected from the first of them. */
  objects: ObjectRow[];
  seriesUID?: string | undefined;
  instanceUID?: string | undefined;
  /** by series and instance number */
  first: Instance;
}

/** Rows in memory at a time. */
const PAGE = 500;

export type Source = Omit<Selection, 'first'>;

/** Undefined if nothing is selected. */
export const findFirst = async ({ db }: Context, source: Source): Promise<Instance | undefined> => {
  const [row] = await listInstances(db, idsOf(source), source, null, 1);
  return row && withObject(source, row);
};

/** The selected instances by series and instance number, read in pages while they are consumed. */
export async function* eachInstance({ db }: Context, source: Source): AsyncGenerator<Instance> {
  let after: Position | null = null;
  for (;;) {
    const page: InstanceRow[] = await listInstances(db, idsOf(source), source, after, PAGE);
    for (const row of page) yield withObject(source, row);
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return;
  }
}

export const idsOf = ({ objects }: Source): string[] => objects.map(({ objectID }) => objectID);

const withObject = ({ objects }: Source, row: InstanceRow): Instance => {
  const object = objects.find(({ objectID }) => objectID === row.objectID);
  if (!object) throw new Error('an instance belongs to another object');
  return { ...row, object };
};
