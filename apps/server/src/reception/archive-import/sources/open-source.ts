import type { Context } from '../../../platform/context.ts';
import type { Source, SourceSettings } from './source.ts';
import { SourceUnreachable } from './source-unreachable.ts';

/**
 * Opens an archive, after a first request that proves that it answers.
 * @throws SourceUnreachable
 */
export const openSource = async (
  _context: Pick<Context, 'config' | 'sandbox' | 'log'>,
  { kind }: SourceSettings,
): Promise<Source> => {
  throw new SourceUnreachable(`no source of the kind ${kind} exists`);
};
