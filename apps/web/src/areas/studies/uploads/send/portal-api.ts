import { uploadCalls } from '@snimok/api-client/upload/upload-calls';
import { call } from '../../../../shared/calls/call.ts';
import { sentences } from '../../../../shared/calls/sentences.ts';
import { checksum } from './checksum.ts';
import { packers, packFile, packSpan } from './pack-files.ts';
import { putBundle, putFile } from './put-file.ts';

/** The calls that an upload makes to the portal and the store. */
export const portalApi = uploadCalls<File>(
  call,
  {
    put: putFile,
    checksum,
    bundling: { compression: true, packers, pack: packFile, packSpan, put: putBundle },
  },
  {
    noAnswer: sentences.page.noAnswer,
    later: sentences.common.later,
  },
);
