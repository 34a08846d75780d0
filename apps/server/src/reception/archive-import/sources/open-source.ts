import type { Context } from '../../../platform/context.ts';
import { openDicomwebSource } from './dicomweb/dicomweb-source.ts';
import { openFolderSource } from './folder/folder-source.ts';
import { openOrthancSource } from './orthanc/orthanc-source.ts';
import { openPacsSource } from './pacs/pacs-source.ts';
import type { Source, SourceSettings } from './source.ts';

/**
 * Opens an archive, after a first request that proves that it answers.
 * @throws SourceUnreachable
 */
export const openSource = async (
  context: Pick<Context, 'config' | 'sandbox'>,
  settings: SourceSettings,
): Promise<Source> => {
  switch (settings.kind) {
    case 'folder':
      return openFolderSource(context, settings);
    case 'orthanc':
      return openOrthancSource(context, settings);
    case 'dicomweb':
      return openDicomwebSource(context, settings);
    case 'pacs':
      return openPacsSource(context, settings);
  }
};
