/** A key of its own for every run: one that was thought dead and writes on replaces nothing. */
export const objectKey = (uploadUUID: string, runID: string): string => `studies/${uploadUUID}.${runID}.zip`;

export const pictureKeys = (uploadUUID: string) => ({
  full: `pictures/${uploadUUID}/full.jpg`,
  card: `pictures/${uploadUUID}/card.jpg`,
  values: `pictures/${uploadUUID}/values.png`,
});

/** What the files of an object say about themselves, for DICOMweb: made when it is first asked for. */
export const headersKey = (objectID: string): string => `dicomweb/${objectID}.jsonl.gz`;
