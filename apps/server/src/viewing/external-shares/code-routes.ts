import { openShareCode } from '@snimok/contract/viewing/share-codes';
import type { Context } from '../../platform/context.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { openCode } from './share-code.ts';

/** For patients who type the address on the sheet, because they cannot scan its QR code. */
export const shareCodeRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...openShareCode,
    onRequest: requireEnabled(context.config, 'studyExternalShareEnabled', () => undefined),
    handler: async ({ ip, body }) => ({ token: await openCode(context, ip, body.code) }),
  });
};
