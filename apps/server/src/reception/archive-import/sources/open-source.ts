import type { Context } from '../../../platform/context.ts';
import { openDicomwebSource } from './dicomweb/dicomweb-source.ts';
import { openFolderSource } from './folder/folder-source.ts';
import { openOrthancSource } from './orthanc/orthanc-source.ts';
import type { Source, SourceSettings } from './source.ts';
import { SourceUnreachable } from './source-unreachable.ts';

/**
 * Opens an archive, after a first request that proves that it answers.
 * @throws SourceUnreachable
 */
export const openSource = async (
  context: Pick<Context, 'config' | 'sandbox'>,
  settings: SourceSettings,
): Promise<Source> => {
  if (settings.kind === 'folder') return openFolderSource(context, settings);
  if (settings.kind === 'orthanc') return openOrthancSource(context, settings);
  if (settings.kind === 'dicomweb') return openDicomwebSource(context, settings);
  throw new SourceUnreachable(`no source of the kind ${settings.kind} exists`);
};
