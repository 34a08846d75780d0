import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import type { Account } from '../../../testing/portal/make.ts';
import type { TestServer } from '../../../testing/portal/server.ts';

/** Rows of the status table for attachments, cards and search of messages, and for what the centre sets up. */
export const messengerTable = `
GET    /assistant/messenger/assistants                          401 200 403 403 403 403 401 401
PUT    /assistant/messenger/dialogs/:dialogID/answerer          401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/messenger/dialogs/:dialogID/typing            401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/messenger/templates                           401 200 403 403 403 403 401 401
POST   /assistant/messenger/templates                           401 201 403 403 403 403 401 401
PUT    /assistant/messenger/templates/:templateID               401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/messenger/templates/:templateID               401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/messenger/hours                               401 200 403 403 403 403 401 401
PUT    /assistant/messenger/hours                               401 200 403 403 403 403 401 401
GET    /assistant/messenger/dialogs/:dialogID/search            401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/messenger/dialogs/:dialogID/card-choices      401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/messenger/dialogs/:dialogID/messages/:messageID/card 401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/messenger/dialogs/:dialogID/attachments/:attachmentUUID 401 400 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/messenger/dialogs/:dialogID/attachments/:attachmentUUID 401 409 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/messenger/dialogs/:dialogID/attachments/:attachmentUUID/file 401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/messenger/dialogs/:dialogID/attachments/:attachmentUUID/thumbnail 401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /doctor/messenger/hours                                  401 403 200 200 200 403 401 401
GET    /doctor/messenger/search                                 401 403 200 200 200 403 401 401
GET    /doctor/messenger/card-choices                           401 403 200 200 200 403 401 401
GET    /doctor/messenger/messages/:messageID/card               401 403 200 404 404 403 401 401   401 403 404 404 404 403 401 401
PUT    /doctor/messenger/attachments/:attachmentUUID            401 403 400 400 400 403 401 401   401 403 400 400 400 403 401 401
DELETE /doctor/messenger/attachments/:attachmentUUID            401 403 404 404 404 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/messenger/attachments/:attachmentUUID/file       401 403 200 404 404 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/messenger/attachments/:attachmentUUID/thumbnail  401 403 200 404 404 403 401 401   401 403 404 404 404 403 401 401
`;

/** A message of the assistant to the owner with a picture, and two answer templates. */
export const makeMessenger = async (
  { context: { db, storage } }: TestServer,
  assistant: TestClient,
  people: { assistant: Account; owner: Account },
) => {
  const dialogID = people.owner.id;
  const authorID = people.assistant.id;
  const path = `/assistant/messenger/dialogs/${dialogID}/messages/send`;
  const sent = await assistant.post(path, { text: 'Снимок готов' });
  const { messageID } = sent.body as { messageID: number };
  const attachmentUUID = randomUUID();
  const keys = {
    key: `chat/${attachmentUUID}/picture.jpg`,
    thumbnailKey: `chat/${attachmentUUID}/thumbnail.jpg`,
  };
  for (const key of Object.values(keys)) await storage.put(key, Readable.from([Buffer.from('JPEG')]));
  await db
    .insertInto('messageAttachments')
    .values({
      uuid: attachmentUUID,
      doctorID: dialogID,
      authorID,
      messageID,
      kind: 'image',
      filename: 'a.jpg',
      sizeBytes: 4,
      sha256: Buffer.alloc(32),
      width: 1,
      height: 1,
      ...keys,
      createdAt: new Date(),
    })
    .execute();
  const make = async () => {
    const { body } = await assistant.post('/assistant/messenger/templates', { title: 'А', text: 'Б' });
    return (body as { templateID: number }).templateID;
  };
  const templateToDelete = { templateID: await make() };
  return { dialogID, messageID, attachmentUUID, templateID: await make(), templateToDelete };
};
