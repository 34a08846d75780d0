import { skipToken, useQuery } from '@tanstack/react-query';
import type { Findings } from '../inspect/inspect-files.ts';
import { findRepeats } from './find-repeats.ts';

/**
 * The studies that contain the chosen images already. If they cannot be found out now, the server compares the images after the upload.
 */
export function useRepeats(findings: Findings | null, studyID: number | null) {
  const { data, isLoading } = useQuery({
    queryKey: ['uploads', 'repeats', findings?.id, studyID],
    queryFn: findings ? () => findRepeats(findings, studyID) : skipToken,
    retry: false,
    throwOnError: false,
  });
  return { repeats: data ?? [], isLoading };
}
