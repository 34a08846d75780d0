import { REMOTE_DESKTOP_PATH } from '@snimok/contract/viewing/remote-desktop';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { findRealtimeSessionEnd } from '../people/accounts/sessions/sessions.ts';
import type { Context } from '../platform/context.ts';
import { openGateways } from '../platform/http/connections/gateways.ts';
import { realtimeGateway } from '../platform/realtime/gateway.ts';
import { remoteDesktopGateway } from '../viewing/remote-desktop/gateway.ts';
import type { watchTransfers } from '../viewing/transfers/watch-transfers.ts';

interface Shared {
  transfers: ReturnType<typeof watchTransfers>;
  registry: Registry;
}

/** The WebSockets of the API: realtime events, and remote desktops. */
export const openWebSockets = (
  app: FastifyInstance,
  context: Context,
  { transfers, registry }: Shared,
): void => {
  const { publicURL, remoteViewer } = context.config;
  const realtime = realtimeGateway(app, context, findRealtimeSessionEnd);
  openGateways(
    app,
    new URL(publicURL).origin,
    {
      '/connection/websocket': realtime,
      '/api/1/connection/websocket': realtime,
      ...(remoteViewer === 'desktop' && {
        [REMOTE_DESKTOP_PATH]: remoteDesktopGateway(app, context, transfers),
      }),
    },
    registry,
  );
};
