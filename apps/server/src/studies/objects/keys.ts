/** Each run writes its own key, so that a run that continues although another has replaced it overwrites nothing. */
export const objectKey = (uploadUUID: string, runID: string): string => `studies/${uploadUUID}.${runID}.zip`;

export const pictureKeys = (uploadUUID: string) => ({
  full: `pictures/${uploadUUID}/full.jpg`,
  card: `pictures/${uploadUUID}/card.jpg`,
  values: `pictures/${uploadUUID}/values.png`,
});

/** The DICOM headers of all instances, for DICOMweb; written at the first DICOMweb request. */
export const headersKey = (objectID: string): string => `dicomweb/${objectID}.jsonl.gz`;
