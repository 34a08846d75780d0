import { uploadCalls } from '@snimok/api-client/upload-calls';
import { call } from '../../../shared/call.ts';
import { sentences } from '../../../shared/sentences.ts';
import { checksum } from './checksum.ts';
import { putFile } from './put-file.ts';

/** The portal as it really is; the tests have one of their own. */
export const portalApi = uploadCalls<File>(
  call,
  { put: putFile, checksum },
  {
    noAnswer: sentences.page.noAnswer,
    later: sentences.common.later,
  },
);
