import { createInterface } from 'node:readline';
import { datesIn, distinctDates, type FileDate, type ImageDates } from '@snimok/imaging/dicom/dates';
import type { JsonDataSet } from '@snimok/imaging/dicom/elements/json-model';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import type { Storage } from '../../platform/outside/storage/storage.ts';

const keyOf = (tag: number) => tag.toString(16).padStart(8, '0').toUpperCase();

const textIn = (model: JsonDataSet | undefined, tag: number): string | null => {
  const [value] = model?.[keyOf(tag)]?.Value ?? [];
  return typeof value === 'string' ? value : null;
};

const firstItem = (model: JsonDataSet | undefined, tag: number): JsonDataSet | undefined =>
  model?.[keyOf(tag)]?.Value?.[0] as JsonDataSet | undefined;

const datesInModel = (model: JsonDataSet): ImageDates =>
  datesIn(
    (tag) => textIn(model, tag),
    () => {
      const frame = firstItem(model, TAG.perFrameFunctionalGroups);
      return textIn(firstItem(frame, TAG.frameContentSequence), TAG.frameAcquisitionDateTime);
    },
  );

/** The dates of the images in the stored metadata of an object: one data set on each line, followed by a comma (make-metadata.ts). */
export const readStoredDates = async (storage: Storage, key: string): Promise<FileDate[]> => {
  const found: ImageDates[] = [];
  const lines = createInterface({ input: await storage.read(key), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    const text = line.replace(/,$/, '');
    if (text === '') continue;
    const model = JSON.parse(text) as JsonDataSet;
    if (model[keyOf(TAG.rows)]) found.push(datesInModel(model));
  }
  return distinctDates(found);
};
