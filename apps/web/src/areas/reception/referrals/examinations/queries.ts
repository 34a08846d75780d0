import type { BodyOf, ResponseOf } from '@snimok/contract/platform/endpoint';
import {
  createExamination,
  listExaminations,
  orderExaminations,
  updateExamination,
} from '@snimok/contract/reception/examinations';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../../shared/calls/call.ts';
import { useRefresh } from '../../../../shared/calls/use-refresh.ts';

export type EditedExamination = ResponseOf<typeof listExaminations>['examinations'][number];
export type ExaminationFacts = Required<BodyOf<typeof createExamination>>;

export const examinationsQuery = queryOptions({
  queryKey: ['examinations', 'all'],
  queryFn: async () => (await call(listExaminations)).examinations,
});

const useExaminationMutation = <Input>(mutationFn: (input: Input) => Promise<unknown>) =>
  useMutation({ mutationFn, onSettled: useRefresh(['examinations']) });

/**
 * Replaces the version of the examination that the dialog was opened with; without an examination, creates a new
 * one.
 */
export const useSaveExamination = (examination: EditedExamination | null) =>
  useExaminationMutation((body: ExaminationFacts) => {
    if (!examination) return call(createExamination, { body });
    const { examinationID, version } = examination;
    return call(updateExamination, { params: { examinationID }, body: { ...body, version } });
  });

export const useOrderExaminations = () =>
  useExaminationMutation((examinationIDs: number[]) => call(orderExaminations, { body: { examinationIDs } }));
