import { portalCalls } from '@snimok/sending/portal-calls';
import { call } from '../../../shared/call.ts';
import { sentences } from '../../../shared/sentences.ts';
import { putFile } from './put-file.ts';

/** The portal as it really is; the tests have one of their own. */
export const portal = portalCalls(call, putFile, {
  noAnswer: sentences.page.noAnswer,
  later: sentences.common.later,
});
