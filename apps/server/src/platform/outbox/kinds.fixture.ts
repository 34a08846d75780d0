import type { ServerResponse } from 'node:http';
import { getNotifications } from '@snimok/contract/people/notification-choices';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startPushService } from '../../testing/outside/push-service.ts';
import { startServer } from '../../testing/portal/server.ts';
import { startTextGateway } from '../../testing/outside/text-gateway.ts';
import { LOCAL, makeWebhook, startReceiver } from '../../testing/outside/webhook-receiver.ts';
import { jobKey } from '../jobs/jobs.ts';
import { enqueueLetter } from '../letters/letters.ts';
import { letterOutbox } from '../letters/send.ts';
import { noticeOutbox } from '../notices/deliver.ts';
import { notifyAccount } from '../notices/notify.ts';
import { sendTextMessage } from '../notices/text-messages.ts';
import { MessageRefusal } from '../outside/message-refusal.ts';
import { webhookOutbox } from '../webhooks/deliver.ts';
import { deliverer } from './deliver.ts';
import { maintainOutbox } from './maintain.ts';
import type { Outbox, WaitingMessage } from './outbox.ts';
import { findWaiting } from './queries.ts';

/** What the other server does with a message that has reached it. */
export interface Reply {
  accept(): void;
  /** Ends the connection without an answer. */
  drop(): void;
}

/** Stands for the server of another company. Records the ids of the messages that reach it; `setAnswer` sets its reply. */
const startOther = () => {
  const received: string[] = [];
  let answer = ({ accept }: Reply) => accept();
  const other = { received, setAnswer: (next: typeof answer) => void (answer = next) };
  const arrive = (id: unknown, reply: Reply) => {
    received.push(String(id));
    answer(reply);
  };
  const arriveByHTTP = (id: unknown, reply: ServerResponse) =>
    arrive(id, { accept: () => void reply.writeHead(200).end(), drop: () => void reply.destroy() });
  return { other, arrive, arriveByHTTP };
};

type Server = Awaited<ReturnType<typeof startServer>>;

const startedWith = <Key extends string, New, Waiting extends WaitingMessage>(
  { context, work, clock }: Server,
  other: ReturnType<typeof startOther>['other'],
  outbox: Outbox<Key, New, Waiting>,
  id: number,
) => {
  const payload = { [outbox.idName]: id } as Record<Key, number>;
  const key = jobKey(outbox.job, id);
  return {
    context,
    clock,
    ...other,
    key,
    payload,
    work: () => work(outbox.job.name),
    deliver: () => deliverer(outbox)(context, payload),
    maintain: () => maintainOutbox(context, outbox),
    isWaiting: async () => (await findWaiting(context.db, outbox.waiting(context.db), id)) !== undefined,
  };
};

const letter = async () => {
  const server = await startServer();
  const { context } = server;
  const { other, arrive } = startOther();
  const send = ({ messageID }: { messageID: string }) =>
    new Promise<void>((accept, reject) =>
      arrive(messageID, { accept, drop: () => reject(new MessageRefusal('Нет связи с почтовым сервером')) }),
    );
  context.mail = { send, close() {} };
  const facts = { name: 'Анна', ownerName: 'Борис', patientURL: 'http://portal.test' };
  const id = await enqueueLetter(context.db, 'patient-share', { ofAccount: 'anna@clinic.test' }, facts);
  return startedWith(server, other, letterOutbox, id);
};

const webhookMessage = async () => {
  const server = await startServer(LOCAL);
  const { other, arriveByHTTP } = startOther();
  const { url, received } = await startReceiver((reply) =>
    arriveByHTTP(received.at(-1)?.headers['webhook-id'], reply),
  );
  const assistant = await server.as(await server.make.assistant());
  const { path } = await makeWebhook(assistant, { url, events: ['study.ready'] });
  await assistant.post(`${path}/test`);
  const message = server.context.db.selectFrom('webhookMessages').select('id');
  const { id } = await message.executeTakeFirstOrThrow();
  return startedWith(server, other, webhookOutbox, id);
};

const textMessage = async () => {
  const gateway = await startTextGateway();
  const server = await startServer(gateway.settings);
  const { other, arriveByHTTP } = startOther();
  gateway.setAnswer((reply, { id }) => arriveByHTTP(id, reply));
  const message = { to: { ofAccount: '+79991234567' }, text: 'Ждём вас', reason: 'test' };
  const now = server.clock.now();
  const id = (await sendTextMessage(server.context.db, { ...message, now })) ?? 0;
  return startedWith(server, other, noticeOutbox, id);
};

const pushMessage = async () => {
  const push = await startPushService();
  const server = await startServer(LOCAL);
  const { context, clock } = server;
  const { other, arriveByHTTP } = startOther();
  push.setAnswer((reply) => void arriveByHTTP(push.received.at(-1)?.topic, reply));
  const doctor = await server.make.doctor();
  const asDoctor = await server.as(doctor);
  const { pushKey: serverKey } = responseOf(getNotifications, await asDoctor.get('/account/notifications'));
  await asDoctor.post('/account/push-devices', { ...push.subscription(), serverKey });
  await notifyAccount(context.db, { config: context.config, now: clock.now() }, doctor.id, {
    kind: 'messages',
    about: `dialog:${doctor.id}`,
    title: 'Новое сообщение',
    body: 'Откройте чат',
    path: '/doctor-area/',
  });
  const { id } = await context.db.selectFrom('notices').select('id').executeTakeFirstOrThrow();
  return startedWith(server, other, noticeOutbox, id);
};

export const kinds = [
  { kind: 'letter', start: letter },
  { kind: 'webhook message', start: webhookMessage },
  { kind: 'message', start: textMessage },
  { kind: 'push message', start: pushMessage },
];
