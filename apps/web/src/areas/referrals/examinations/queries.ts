import type { BodyOf, ResponseOf } from '@snimok/contract/endpoint';
import {
  createExamination,
  listExaminations,
  orderExaminations,
  updateExamination,
} from '@snimok/contract/examinations';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';

export type EditedExamination = ResponseOf<typeof listExaminations>['examinations'][number];
export type ExaminationFacts = Required<BodyOf<typeof createExamination>>;

export const examinationsQuery = queryOptions({
  queryKey: ['examinations', 'all'],
  queryFn: async () => (await call(listExaminations)).examinations,
});

function useExaminationMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: ['examinations'] }),
  });
}

/** Without an id a new examination. */
export const useSaveExamination = (examinationID: number | undefined) =>
  useExaminationMutation((body: ExaminationFacts) =>
    examinationID === undefined
      ? call(createExamination, { body })
      : call(updateExamination, { params: { examinationID }, body }),
  );

export const useOrderExaminations = () =>
  useExaminationMutation((examinationIDs: number[]) => call(orderExaminations, { body: { examinationIDs } }));
