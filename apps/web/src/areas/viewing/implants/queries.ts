import {
  createImplantLine,
  deleteImplantLine,
  listImplantLines,
  type NewImplantLine,
} from '@snimok/contract/viewing/implants';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export const implantLinesQuery = queryOptions({
  queryKey: ['implants', 'lines'],
  queryFn: () => call(listImplantLines),
});

export const useAddImplantLine = () =>
  useMutation({
    mutationFn: (body: z.output<typeof NewImplantLine>) => call(createImplantLine, { body }),
    onSettled: useRefresh(['implants']),
  });

export const useRemoveImplantLine = () =>
  useMutation({
    mutationFn: ({ lineUUID }: { lineUUID: string }) => call(deleteImplantLine, { params: { lineUUID } }),
    onSettled: useRefresh(['implants']),
  });
