import { dismissDuplicate, listDuplicates, listDuplicatesOf } from '@snimok/contract/reception/duplicates';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import type { PatientFact } from '@snimok/contract/people/patient-facts';
import {
  listReassignments,
  mergePatients,
  movePatient,
  moveStudy,
  previewMerge,
  previewPatientMove,
  previewStudyMove,
  undoReassignment,
} from '@snimok/contract/reception/move-and-merge';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';
import { useRefreshStudies } from '../../studies/studies/queries.ts';

export type Preview = ResponseOf<typeof previewMerge>;
export type MadeReassignment = ResponseOf<typeof listReassignments>['reassignments'][number];
export type SimilarCard = ResponseOf<typeof listDuplicatesOf>['duplicates'][number];
export type DuplicatePair = ResponseOf<typeof listDuplicates>['pairs'][number];

/** The facts that a merge takes from one card or the other. */
export type CardFacts = Pick<Preview['to'], PatientFact>;

/** A change to preview. */
export type Change =
  | { kind: 'study'; studyID: number; patientID: number }
  | { kind: 'patient'; patientID: number; doctorID: number; keepsAccess: boolean }
  | { kind: 'merge'; keptID: number; mergedID: number };

/** What was decided about a preview. */
interface Decisions {
  revision: string;
  endShares: number[];
  revokeLinks: string[];
}

const requestPreview = (change: Change): Promise<Preview> => {
  switch (change.kind) {
    case 'study': {
      const { studyID, patientID } = change;
      return call(previewStudyMove, { params: { studyID }, body: { patientID } });
    }
    case 'patient': {
      const { patientID, doctorID, keepsAccess } = change;
      return call(previewPatientMove, { params: { patientID }, body: { doctorID, keepsAccess } });
    }
    case 'merge': {
      const { keptID, mergedID } = change;
      return call(previewMerge, { params: { patientID: keptID }, body: { mergedID } });
    }
  }
};

const execute = (change: Change, decisions: Decisions, facts: CardFacts | undefined) => {
  switch (change.kind) {
    case 'study': {
      const { studyID, patientID } = change;
      return call(moveStudy, { params: { studyID }, body: { patientID, ...decisions } });
    }
    case 'patient': {
      const { patientID, doctorID, keepsAccess } = change;
      return call(movePatient, { params: { patientID }, body: { doctorID, keepsAccess, ...decisions } });
    }
    case 'merge': {
      const { keptID, mergedID } = change;
      if (!facts) throw new Error('a merge needs the facts of the kept card');
      return call(mergePatients, { params: { patientID: keptID }, body: { mergedID, facts, ...decisions } });
    }
  }
};

/** Not cached, because decisions must be based on the present state. */
export const previewQuery = (change: Change | null) =>
  queryOptions({
    queryKey: ['reassignment-preview', change],
    queryFn: () => requestPreview(change!),
    enabled: change !== null,
    staleTime: 0,
    gcTime: 0,
  });

export const useReassign = () =>
  useMutation({
    mutationFn: ({ change, decisions, facts }: { change: Change; decisions: Decisions; facts?: CardFacts }) =>
      execute(change, decisions, facts),
    onSuccess: useRefreshAfterReassignment(),
  });

export const reassignmentsQuery = (patientID: number) =>
  queryOptions({
    queryKey: ['patients', 'reassignments', patientID],
    queryFn: async () => (await call(listReassignments, { params: { patientID } })).reassignments,
  });

export const undo = (reassignmentID: number) => call(undoReassignment, { params: { reassignmentID } });

export const useUndo = () => useMutation({ mutationFn: undo, onSettled: useRefreshAfterReassignment() });

/** The returned function does not wait for the queries: the open page may show a card that no longer exists. */
export function useRefreshAfterReassignment() {
  const client = useQueryClient();
  const refreshStudies = useRefreshStudies();
  return () => {
    void refreshStudies();
    void client.invalidateQueries({ queryKey: ['history'] });
    void client.invalidateQueries({ queryKey: ['duplicates'] });
  };
}

export const duplicatesOfQuery = (patientID: number) =>
  queryOptions({
    queryKey: ['patients', 'duplicates', 'of', patientID],
    queryFn: async () => (await call(listDuplicatesOf, { params: { patientID } })).duplicates,
  });

/** The key does not begin with `patients`, whose queries every event refetches: the server compares all cards for this one. */
export const duplicatesQuery = (offset: number) =>
  queryOptions({
    queryKey: ['duplicates', offset],
    queryFn: () => call(listDuplicates, { query: fromOffset(offset) }),
  });

export const useDismissDuplicate = () =>
  useMutation({
    mutationFn: ({ patientID, otherID }: { patientID: number; otherID: number }) =>
      call(dismissDuplicate, { params: { patientID }, body: { otherID } }),
    onSuccess: useRefresh(['patients', 'duplicates'], ['duplicates']),
  });
