import {
  changeImportStudy,
  confirmArchiveImport,
  createArchiveImport,
  getArchiveImport,
  listArchiveImports,
  listImportProblems,
  listImportStudies,
  pauseArchiveImport,
  resumeArchiveImport,
  stopArchiveImport,
} from '@snimok/contract/reception/archive-import';
import type { BodyOf, QueryOf, ResponseOf } from '@snimok/contract/platform/endpoint';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';

export type Import = ResponseOf<typeof getArchiveImport>;
export type ListedImport = ResponseOf<typeof listArchiveImports>['imports'][number];
export type ImportedStudy = ResponseOf<typeof listImportStudies>['studies'][number];
export type UnreadPlace = ResponseOf<typeof listImportProblems>['problems'][number];
export type NewImport = BodyOf<typeof createArchiveImport>;
export type Decision = BodyOf<typeof changeImportStudy>;
export type RowFilter = Pick<NonNullable<QueryOf<typeof listImportStudies>>, 'outcome' | 'state'>;

/** An import works for hours in the worker, which sends no event. */
const POLL_MS = 3_000;

const isAtWork = ({ state }: Pick<ListedImport, 'state'>) => state === 'planning' || state === 'running';

export const importsQuery = (offset: number) =>
  queryOptions({
    queryKey: ['archive-imports', 'list', offset],
    queryFn: () => call(listArchiveImports, { query: fromOffset(offset) }),
    refetchInterval: ({ state }) => (state.data?.imports.some(isAtWork) ? POLL_MS : false),
  });

export const importQuery = (importID: number) =>
  queryOptions({
    queryKey: ['archive-imports', importID],
    queryFn: () => call(getArchiveImport, { params: { importID } }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? POLL_MS : false),
  });

/** The state is in the keys of both lists, so that they are read again when the import ends its reading or its work. */
export const importStudiesQuery = (of: Import, filter: RowFilter, offset: number) =>
  queryOptions({
    queryKey: ['archive-imports', of.importID, 'studies', of.state, filter, offset],
    queryFn: () =>
      call(listImportStudies, {
        params: { importID: of.importID },
        query: { ...filter, ...fromOffset(offset) },
      }),
    refetchInterval: isAtWork(of) ? POLL_MS : false,
  });

export const importProblemsQuery = ({ importID, state }: Import, offset: number) =>
  queryOptions({
    queryKey: ['archive-imports', importID, 'problems', state, offset],
    queryFn: () => call(listImportProblems, { params: { importID }, query: fromOffset(offset) }),
  });

const useImportMutation = <Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) =>
  useMutation({ mutationFn, onSettled: useRefresh(['archive-imports']) });

export const useCreateImport = () =>
  useImportMutation((body: NewImport) => call(createArchiveImport, { body }));

export const useDecide = (importID: number) =>
  useImportMutation(({ rowID, decision }: { rowID: number; decision: Decision }) =>
    call(changeImportStudy, { params: { importID, rowID }, body: decision }),
  );

const CHANGES = {
  confirm: confirmArchiveImport,
  pause: pauseArchiveImport,
  resume: resumeArchiveImport,
  stop: stopArchiveImport,
};

export const useChangeImport = (change: keyof typeof CHANGES) =>
  useImportMutation(({ importID }: Pick<Import, 'importID'>) =>
    call(CHANGES[change], { params: { importID } }),
  );
