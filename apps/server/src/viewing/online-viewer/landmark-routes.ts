import { proposeLandmarks } from '@snimok/contract/viewing/landmarks';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { whileConnected } from '../../platform/http/while-connected.ts';
import { viewerSessionOf } from './sessions/caller.ts';
import { propose } from './propose-landmarks.ts';

export const landmarkRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...proposeLandmarks,
    handler: async (request) => {
      authorize(request.actor, 'study.propose-landmarks');
      const { study } = viewerSessionOf(request);
      return whileConnected(request, (signal) =>
        propose(context, callerOf(request), study, request.body, signal),
      );
    },
  });
};
