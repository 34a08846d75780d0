/** One upload's object has the upload's name: a run that starts anew replaces what a killed one left. */
export const objectKey = (uploadUUID: string): string => `studies/${uploadUUID}.zip`;
