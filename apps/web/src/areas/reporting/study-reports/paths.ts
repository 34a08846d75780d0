interface Place {
  doctorID: number;
  patientID: number;
  studyID: number;
}

/** The card of a study on the page of its patient. */
export const cardPath = ({ doctorID, patientID, studyID }: Place): string =>
  `/assistant-area/doctors/${doctorID}/patients/${patientID}/studies#study-${studyID}`;

/** The editor of the report that is being written. */
export const editorPath = (studyID: number): string => `/assistant-area/studies/${studyID}/report`;

export const reportPath = (studyID: number, number: number): string =>
  `/assistant-area/studies/${studyID}/reports/${number}`;

export const ownReportPath = (patientID: number, studyID: number, number: number): string =>
  `/doctor-area/patients/${patientID}/studies/${studyID}/reports/${number}`;
