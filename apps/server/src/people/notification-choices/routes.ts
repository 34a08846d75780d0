import {
  addPushDevice,
  chooseDigest,
  chooseNotification,
  confirmPhone,
  DIGEST_INTERVALS,
  getNotifications,
  removePhone,
  removePushDevice,
  renewPushDevice,
  startPhone,
} from '@snimok/contract/people/notification-choices';
import type { FastifyRequest } from 'fastify';
import { accountOf } from '../../platform/access/actor.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, invalid, notFound, Problem } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { networksOf } from '../../platform/networks/networks.ts';
import {
  deleteSubscriptionOf,
  listSubscriptionsOf,
  renewSubscription,
  upsertSubscription,
} from '../../platform/notices/push-subscriptions.ts';
import { findSettings } from '../../platform/notices/settings.ts';
import { textChannelsOf } from '../../platform/notices/text-messages.ts';
import { findServerKey, serverKeyOf } from '../../platform/outside/push/vapid.ts';
import { problemOfURL } from '../../platform/outside/webhooks/post.ts';
import { sentences as ofAccess } from '../../platform/access/sentences.ts';
import { describeBrowser } from '../accounts/sign-in/describe-browser.ts';
import { findSessionOfAccount } from '../accounts/sessions/own-sessions.ts';
import { channelsFor, choose, chooseSchedule, isWanted, NOTHING_CHOSEN } from './choices.ts';
import { confirmPhoneOf, removePhoneOf, startPhoneOf } from './phone.ts';
import { sentences } from './sentences.ts';

/** Returns the account and the session that sent the request. Throws 401 without a session. */
const findOwn = async ({ db }: Context, { actor, sessionHash }: FastifyRequest) => {
  const own = sessionHash && (await findSessionOfAccount(db, accountOf(actor), sessionHash));
  if (!own) throw new Problem(401, ofAccess.signInFirst);
  return own;
};

/** Routes for the user's own notifications, telephone number and devices. */
export const notificationRoutes = (app: Routes, context: Context): void => {
  choiceRoutes(app, context);
  phoneRoutes(app, context);
  deviceRoutes(app, context);
};

const choiceRoutes = (app: Routes, context: Context): void => {
  const { db, config, clock, secrets } = context;

  app.route({
    ...getNotifications,
    handler: async (request) => {
      const { accountID, declinedLetters, sessionUUID } = await findOwn(context, request);
      const settings = await findSettings(db, accountID);
      const chosen = settings ?? NOTHING_CHOSEN;
      const channels = [...channelsFor(context, request.actor)];
      const isPending = settings?.phoneCodeExpiresAt && settings.phoneCodeExpiresAt > clock.now();
      const devices = await listSubscriptionsOf(db, accountID);
      return {
        choices: channels.map(([kind, offered]) => ({
          kind,
          channels: offered.map((channel) => ({
            channel,
            wanted: isWanted(chosen, declinedLetters, kind, channel),
          })),
        })),
        digest: {
          every: DIGEST_INTERVALS.find((every) => every === settings?.digestEvery) ?? 'day',
          hour: settings?.digestHour ?? 9,
        },
        phoneNeeded: request.actor.kind === 'doctor' && textChannelsOf(config).length > 0,
        phone: settings?.phone ?? null,
        pendingPhone: (isPending && settings?.pendingPhone) || null,
        pushKey: serverKeyOf(secrets.webPush).publicKey,
        devices: devices.map((device) => ({
          deviceUUID: device.uuid,
          current: device.sessionUUID === sessionUUID,
          ...describeBrowser(device.userAgent),
          createdAt: device.createdAt.toISOString(),
          deliveredAt: device.deliveredAt?.toISOString() ?? null,
        })),
      };
    },
  });

  app.route({
    ...chooseNotification,
    handler: async (request, reply) => {
      const { accountID } = await findOwn(context, request);
      const { kind, channel, wanted } = request.body;
      await db.transaction().execute(async (tx) => {
        await choose(context, tx, request.actor, accountID, request.body);
        const details = { kind, channel, wanted };
        await record(tx, initiatorOf(request), { action: 'account.choose-notification', details });
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...chooseDigest,
    handler: async (request, reply) => {
      const { accountID } = await findOwn(context, request);
      await db.transaction().execute((tx) => chooseSchedule(context, tx, accountID, request.body));
      return reply.code(204).send();
    },
  });
};

const phoneRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...startPhone,
    handler: async (request, reply) => {
      const { accountID } = await findOwn(context, request);
      await startPhoneOf(context, accountID, request.body.phone);
      return reply.code(204).send();
    },
  });

  app.route({
    ...confirmPhone,
    handler: async (request, reply) => {
      const { accountID } = await findOwn(context, request);
      await confirmPhoneOf(context, initiatorOf(request), accountID, request.body.code);
      return reply.code(204).send();
    },
  });

  app.route({
    ...removePhone,
    handler: async (request, reply) => {
      const { accountID } = await findOwn(context, request);
      await removePhoneOf(context, initiatorOf(request), accountID);
      return reply.code(204).send();
    },
  });
};

const deviceRoutes = (app: Routes, context: Context): void => {
  const { db, config, clock, secrets } = context;

  const subscriptionOf = async (
    request: FastifyRequest,
    {
      endpoint,
      keys,
      serverKey,
    }: { endpoint: string; keys: { p256dh: string; auth: string }; serverKey: string },
  ) => {
    const { accountID, sessionUUID, credentialsVersion } = await findOwn(context, request);
    if (problemOfURL(endpoint, networksOf(config.webhookNetworks)) !== null)
      throw invalid(sentences.badPushAddress);
    // the browser subscribed before the portal's key changed
    if (!findServerKey(secrets.webPush, serverKey)) throw conflict(sentences.pushKeyChanged);
    const userAgent = request.headers['user-agent']?.slice(0, 500) ?? '';
    return {
      accountID,
      sessionUUID,
      credentialsVersion,
      endpoint,
      ...keys,
      serverKey,
      userAgent,
      now: clock.now(),
    };
  };

  app.route({
    ...addPushDevice,
    handler: async (request, reply) => {
      const subscription = await subscriptionOf(request, request.body);
      const deviceUUID = await db.transaction().execute(async (tx) => {
        const uuid = await upsertSubscription(tx, subscription);
        await record(tx, initiatorOf(request), { action: 'account.add-push-device' });
        return uuid;
      });
      return reply.code(201).send({ deviceUUID });
    },
  });

  app.route({
    ...renewPushDevice,
    handler: async (request, reply) => {
      if (!(await renewSubscription(db, await subscriptionOf(request, request.body))))
        throw notFound(sentences.noPushDevice);
      return reply.code(204).send();
    },
  });

  app.route({
    ...removePushDevice,
    handler: async (request, reply) => {
      const { accountID } = await findOwn(context, request);
      await db.transaction().execute(async (tx) => {
        if (!(await deleteSubscriptionOf(tx, accountID, request.params.deviceUUID)))
          throw notFound(sentences.noPushDevice);
        await record(tx, initiatorOf(request), { action: 'account.remove-push-device' });
      });
      return reply.code(204).send();
    },
  });
};
