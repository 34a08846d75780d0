import {
  countUnreadDialogs,
  listChatMessages,
  listDialogs,
  listMessages,
  sendChatMessage,
  sendMessage,
} from '@snimok/contract/messaging/messenger';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import type { Account } from '../../testing/portal/make.ts';
import { startServer } from '../../testing/portal/server.ts';

export const DIALOGS = '/assistant/messenger/dialogs';
export const CHAT = '/doctor/messenger/messages';
export const dialogOf = ({ id }: Account) => `${DIALOGS}/${id}/messages`;

/** A server with one assistant (`centre`) and one client (`doctor`), signed in. */
export const startMessenger = async (settings?: Record<string, string>) => {
  const server = await startServer(settings);
  const { as, make } = server;
  const darya = await make.assistant({ name: 'Орлова Дарья' });
  const clinic = await make.doctor({ name: 'Белая линия' });
  return { ...server, clinic, darya, centre: await as(darya), doctor: await as(clinic) };
};

export const write = async (doctor: TestClient, text: string) =>
  responseOf(sendChatMessage, await doctor.post(`${CHAT}/send`, { text }));
export const answer = async (centre: TestClient, to: Account, text: string) =>
  responseOf(sendMessage, await centre.post(`${dialogOf(to)}/send`, { text }));

export const dialogsOf = async (centre: TestClient, query = '') =>
  responseOf(listDialogs, await centre.get(`${DIALOGS}${query}`)).dialogs;
export const messagesOf = async (centre: TestClient, of: Account, query = '') =>
  responseOf(listMessages, await centre.get(`${dialogOf(of)}${query}`)).messages;
export const chatOf = async (doctor: TestClient, query = '') =>
  responseOf(listChatMessages, await doctor.get(`${CHAT}${query}`)).messages;
export const unreadOf = async (centre: TestClient) =>
  responseOf(countUnreadDialogs, await centre.get('/assistant/messenger/unread'));
export const countUnread = async (centre: TestClient) => (await unreadOf(centre)).unreadDialogs;
