/** Each run writes its own key, so that a run that continues although another has replaced it overwrites nothing. */
export const objectKey = (uploadUUID: string, runID: string): string => `studies/${uploadUUID}.${runID}.zip`;

export const pictureKeys = (uploadUUID: string) => ({
  full: `pictures/${uploadUUID}/full.jpg`,
  card: `pictures/${uploadUUID}/card.jpg`,
  values: `pictures/${uploadUUID}/values.png`,
});

/** The keys of a panorama that is made again. Every request has its own, so that no browser shows a cached earlier picture. */
export const remadePictureKeys = (objectID: string, remakeID: string) => ({
  full: `pictures/${objectID}/${remakeID}.jpg`,
  card: `pictures/${objectID}/${remakeID}-card.jpg`,
  values: `pictures/${objectID}/${remakeID}.png`,
});

/** Where earlier versions stored the DICOM headers of all instances; still in old data folders. */
export const headersKey = (objectID: string): string => `dicomweb/${objectID}.jsonl.gz`;
