import { randomUUID } from 'node:crypto';
import type { TestServer } from '../../../testing/portal/server.ts';
import { upsertSubscription } from '../../notices/push-subscriptions.ts';

/** A browser that gets notices of the account. */
export const makeDevice = ({ context: { db } }: TestServer, accountID: number): Promise<string> =>
  upsertSubscription(db, {
    accountID,
    sessionUUID: randomUUID(),
    credentialsVersion: 1,
    endpoint: 'https://push.test/1',
    p256dh: '',
    auth: '',
    serverKey: '',
    userAgent: '',
    now: new Date(),
  });
