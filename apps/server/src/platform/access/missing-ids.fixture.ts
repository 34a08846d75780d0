/** Ids of rows that do not exist. */
export const missingIDs = {
  ...{ studyUID: '1.2', seriesUID: '1.2', instanceUID: '1.2', frames: '1' },
  userCode: 'BBBB-BBBB',
  grantID: '1000000',
  doctorID: '1000000',
  dialogID: '1000000',
  patientID: '1000000',
  filterID: '1000000',
  studyID: '1000000',
  uploadUUID: '00000000-0000-4000-8000-000000000000',
  shareUUID: '00000000-0000-4000-8000-000000000000',
  locationID: '1000000',
  date: '2026-11-23',
  slotUUID: '00000000-0000-4000-8000-000000000000',
  bookingID: '1000000',
  protestID: '1000000',
  series: '9',
};
