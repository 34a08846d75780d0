/** One upload's object has the upload's name: a run that starts anew replaces what a killed one left. */
export const objectKey = (uploadUUID: string): string => `studies/${uploadUUID}.zip`;

export const pictureKeys = (uploadUUID: string) => ({
  full: `pictures/${uploadUUID}/full.jpg`,
  card: `pictures/${uploadUUID}/card.jpg`,
  values: `pictures/${uploadUUID}/values.png`,
});

/** What the files of an object say about themselves, for DICOMweb: made when it is first asked for. */
export const headersKey = (objectID: string): string => `dicomweb/${objectID}.jsonl.gz`;
