import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { explain } from '../../../shared/calls/explain.ts';
import { focusFirstError } from '../../../shared/dialogs/focus-first-error.ts';
import { showUndo } from '../../../shared/failures/show-undo.tsx';
import { useRequestUUID } from '../../../shared/calls/use-request-uuid.ts';
import { useSavedDraft } from '../../../shared/storage/use-saved-draft.ts';
import { useForgetWhile, useWaitingMutation } from '../../../shared/waiting/user-queue.ts';
import { dropdownDoctorsQuery } from '../../people/doctors/queries.ts';
import { factsOf, emptyPatient } from '../../people/patients/patient-fields.tsx';
import { dropdownPatientsQuery, patientQuery } from '../../people/patients/queries.ts';
import { newStudy } from './waiting-study.ts';
import { checkStudy, type DraftErrors, isValid, type StudyDraft } from './check-study.ts';

export interface CreatedStudy {
  doctorID: number;
  patientID: number;
  studyID: number;
}

interface Preselected {
  doctorID: number | null;
  patientID: number | null;
}

const NO_ERRORS: DraftErrors = { doctor: null, existing: null, patient: {}, type: null };

/** The draft of a new study, its errors, and the calls that create the patient and the study. */
export function useCreateStudyForm(preselected: Preselected, onCreated: (created: CreatedStudy) => void) {
  const { draft, isEmpty, isRestored, change, forget, ...saved } = useStudyDraft(preselected);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  /** the second click of a double click arrives before the button is rendered as loading */
  const isSending = useRef(false);
  // the created card becomes the existing one, so that another attempt creates no second card
  const study = useWaitingMutation(newStudy, ({ patient }) => {
    if ('patientID' in patient && draft.patientID === null) change({ patientID: patient.patientID });
  });
  useForgetWhile(study.isPaused, forget);
  const patientRequest = useRequestUUID();

  const { doctorID, patientID } = draft;
  const { data: doctors } = useSuspenseQuery(dropdownDoctorsQuery);
  const { data: patients } = useQuery({
    ...dropdownPatientsQuery(doctorID ?? 0),
    enabled: doctorID !== null && doctorID > 0,
  });
  const { data: existing } = useQuery({
    ...patientQuery(patientID ?? 0),
    enabled: patientID !== null && patientID > 0,
  });
  const errors = checkStudy(draft, { doctors, patients });

  const patientOf = () => {
    if (patientID !== null) return { patientID };
    const facts = factsOf(draft.patient);
    return { facts, requestUUID: patientRequest({ doctorID, ...facts }) };
  };
  async function create() {
    const { type, comment, reportRequested, reportQuestion } = draft;
    if (doctorID === null || type === null || isSending.current) return;
    isSending.current = true;
    setPending(true);
    setProblem(undefined);
    try {
      const created = await study.mutateAsync({
        doctorID,
        patient: patientOf(),
        patientName: existing?.name ?? draft.patient.name,
        study: { studyType: type, comment, ...(reportRequested && { reportRequested, reportQuestion }) },
      });
      forget();
      onCreated({ doctorID, ...created });
    } catch (reason) {
      setProblem(explain(reason));
      isSending.current = false;
      setPending(false);
    }
  }

  const clear = () => {
    saved.clear();
    setWasSubmitted(false);
    setProblem(undefined);
  };

  return {
    draft,
    isEmpty,
    isRestored,
    errors: wasSubmitted ? errors : NO_ERRORS,
    patients,
    existing: patientID === null ? undefined : existing,
    pending,
    waits: study.isPaused,
    problem,
    change,
    clear,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setWasSubmitted(true);
      if (isValid(errors)) void create();
      else focusFirstError(event.currentTarget);
    },
  };
}

/** The draft is saved under the preselected ids, so that each link to the form has its own. */
function useStudyDraft(preselected: Preselected) {
  const name = `study:${preselected.doctorID ?? ''}/${preselected.patientID ?? ''}`;
  const report = { reportRequested: false, reportQuestion: '' };
  const empty: StudyDraft = { ...preselected, patient: emptyPatient, type: null, comment: '', ...report };
  const { setDraft, ...saved } = useSavedDraft(name, empty);
  const [isRestored, setIsRestored] = useState(!saved.isEmpty);
  const { draft } = saved;

  const clear = () => {
    setDraft(empty);
    setIsRestored(false);
    showUndo({
      message: 'Форма очищена',
      undone: 'Данные возвращены в форму',
      undo: async () => setDraft(draft),
    });
  };
  return { ...saved, isRestored, clear };
}
