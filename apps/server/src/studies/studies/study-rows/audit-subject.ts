/** The fields by which an audit record or a realtime event refers to a study. */
export const subjectOf = ({
  id,
  patientID,
  doctorID,
}: {
  id: number;
  patientID: number;
  doctorID: number;
}) => ({
  studyID: id,
  patientID,
  doctorID,
});
