/** Each run writes its own key, so that a run that continues although another has replaced it overwrites nothing. */
export const objectKey = (uploadUUID: string, runID: string): string => `studies/${uploadUUID}.${runID}.zip`;

export const pictureKeys = (uploadUUID: string) => ({
  full: `pictures/${uploadUUID}/full.jpg`,
  card: `pictures/${uploadUUID}/card.jpg`,
  values: `pictures/${uploadUUID}/values.png`,
});

/** The metadata of all DICOM files, for DICOMweb. Each run writes its own key, as for objects. */
export const metadataKey = (objectID: string, runID: string): string => `metadata/${objectID}.${runID}`;

/** Where earlier versions stored the DICOM headers of all instances; still in old data folders. */
export const headersKey = (objectID: string): string => `dicomweb/${objectID}.jsonl.gz`;

/** Each run writes its own key: the next run can remove what a killed one wrote, and no file is ever replaced. */
export const renditionKey = (objectID: string, runID: string): string => `views/${objectID}.${runID}`;
