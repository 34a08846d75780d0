import {
  FILENAME_HEADER,
  MAX_ATTACHMENT_BYTES,
  ofCentre,
  ofDoctor,
} from '@snimok/contract/messaging/messenger-attachments';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, clientOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, invalid, notFound, Problem } from '../../platform/errors/errors.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { attachment as contentDisposition } from '../../platform/outside/storage/content-disposition.ts';
import { ObjectMissing } from '../../platform/outside/storage/storage.ts';
import { portableName } from '../../platform/working-files/portable-name.ts';
import { resetConnection } from '../../platform/transfer-watch/transfer-watch.ts';
import { findDialog } from './queries.ts';
import { discardUnsent } from './attachments/discard.ts';
import { presentAttachment } from './attachments/present.ts';
import { type AttachmentRow, findAttachment } from './attachments/queries.ts';
import { openAttachmentReceiver } from './attachments/receive.ts';
import { sentences } from './attachments/sentences.ts';

const MAX_NAME = 200;

/** Attachments of both sides of a dialog. */
export const attachmentRoutes = (app: Routes, context: Context): void => {
  const { config } = context;
  const receiver = openAttachmentReceiver(context);
  const plain = app as unknown as FastifyInstance;
  plain.addHook('onClose', () => receiver.close());
  const upload = uploadHandler(context, receiver);
  const centre = requireEnabled(config, 'chatEnabled', ({ actor }) => authorize(actor, 'messenger.answer'));
  const doctor = requireEnabled(config, 'chatEnabled', ({ actor }) => authorize(actor, 'chat.write'));

  plain.register(async (scope) => {
    const routes = scope as unknown as Routes;
    // the handler reads the body from the socket
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const longBody = { config: { longBody: true } };
    routes.route({
      ...ofCentre.uploadAttachment,
      ...longBody,
      onRequest: centre,
      handler: (request, reply) =>
        upload(request, reply, request.params.dialogID, request.params.attachmentUUID),
    });
    routes.route({
      ...ofDoctor.uploadAttachment,
      ...longBody,
      onRequest: doctor,
      handler: (request, reply) =>
        upload(request, reply, clientOf(request.actor), request.params.attachmentUUID),
    });
  });
  readRoutes(app, context, { centre, doctor });
};

const readRoutes = (
  app: Routes,
  context: Context,
  { centre, doctor }: Record<'centre' | 'doctor', ReturnType<typeof requireEnabled>>,
): void => {
  const find = async (request: FastifyRequest, dialogID: number, uuid: string) => {
    const dialog = await findDialog(context.db, request.actor, dialogID);
    return findAttachment(context.db, dialog.dialogID, uuid, accountOf(request.actor));
  };
  const remove = async (request: FastifyRequest, reply: FastifyReply, row: AttachmentRow) => {
    if (row.authorID !== accountOf(request.actor)) throw notFound(sentences.noAttachment);
    const isRemoved = await context.db.transaction().execute((tx) => discardUnsent(tx, row.uuid));
    if (!isRemoved) throw conflict(sentences.attachmentSent);
    return reply.code(204).send();
  };

  app.route({
    ...ofCentre.deleteAttachment,
    onRequest: centre,
    handler: async (request, reply) => {
      const { dialogID, attachmentUUID } = request.params;
      return remove(request, reply, await find(request, dialogID, attachmentUUID));
    },
  });
  app.route({
    ...ofDoctor.deleteAttachment,
    onRequest: doctor,
    handler: async (request, reply) =>
      remove(request, reply, await find(request, clientOf(request.actor), request.params.attachmentUUID)),
  });
  fileRoutes(app, context, { centre, doctor }, find);
};

type Find = (request: FastifyRequest, dialogID: number, uuid: string) => Promise<AttachmentRow>;

const fileRoutes = (
  app: Routes,
  context: Context,
  { centre, doctor }: Record<'centre' | 'doctor', ReturnType<typeof requireEnabled>>,
  find: Find,
): void => {
  const ofDialog = async (
    request: FastifyRequest & { params: { dialogID: number; attachmentUUID: string } },
  ) => find(request, request.params.dialogID, request.params.attachmentUUID);
  const ofClient = async (request: FastifyRequest & { params: { attachmentUUID: string } }) =>
    find(request, clientOf(request.actor), request.params.attachmentUUID);

  app.route({
    ...ofCentre.getAttachment,
    onRequest: centre,
    handler: async (request, reply) => sendFile(context, reply, await ofDialog(request), 'file'),
  });
  app.route({
    ...ofCentre.getThumbnail,
    onRequest: centre,
    handler: async (request, reply) => sendFile(context, reply, await ofDialog(request), 'thumbnail'),
  });
  app.route({
    ...ofDoctor.getAttachment,
    onRequest: doctor,
    handler: async (request, reply) => sendFile(context, reply, await ofClient(request), 'file'),
  });
  app.route({
    ...ofDoctor.getThumbnail,
    onRequest: doctor,
    handler: async (request, reply) => sendFile(context, reply, await ofClient(request), 'thumbnail'),
  });
};

const uploadHandler =
  (context: Context, receiver: ReturnType<typeof openAttachmentReceiver>) =>
  async (request: FastifyRequest, reply: FastifyReply, of: number, attachmentUUID: string) => {
    const { raw } = request;
    try {
      const { dialogID } = await findDialog(context.db, request.actor, of);
      if (Number(request.headers['content-length'] ?? 0) > MAX_ATTACHMENT_BYTES)
        throw new Problem(413, sentences.tooLarge);
      const filename = filenameOf(request);
      raw.setTimeout(context.config.transferTimeoutMs, () => resetConnection(raw));
      const disconnected = new AbortController();
      reply.raw.once('close', () => disconnected.abort());
      const { attachment, isNew } = await receiver.receive({
        caller: callerOf(request),
        dialogID,
        attachmentUUID,
        filename,
        signal: disconnected.signal,
        // by default the iterator destroys the request on an error, and then no response can be sent
        body: raw.iterator({ destroyOnReturn: false }),
      });
      if (!raw.complete) raw.resume();
      return reply.code(isNew ? 201 : 200).send(presentAttachment(attachment));
    } catch (cause) {
      // so that the sender, who is still sending, reads the response
      if (!raw.complete) raw.resume();
      throw raw.destroyed && !raw.complete ? invalid(sentences.incomplete) : cause;
    }
  };

/** @throws Problem 400 without a name */
const filenameOf = ({ headers }: FastifyRequest): string => {
  const header = headers[FILENAME_HEADER];
  try {
    const name = decodeURIComponent(typeof header === 'string' ? header : '').trim();
    if (name !== '') return [...portableName(name.toWellFormed())].slice(-MAX_NAME).join('');
  } catch {
    // not percent-encoded
  }
  throw invalid(sentences.needsName);
};

/**
 * A PDF is sent as a download, never as a page of the portal. A picture may be shown, because the portal has
 * encoded it.
 */
const sendFile = async (
  { storage }: Context,
  reply: FastifyReply,
  { kind, key, thumbnailKey, filename, sizeBytes }: AttachmentRow,
  part: 'file' | 'thumbnail',
) => {
  const isThumbnail = part === 'thumbnail';
  const wanted = isThumbnail ? thumbnailKey : key;
  if (wanted === null) throw notFound(sentences.noAttachment);
  const body = await storage.read(wanted).catch((cause) => {
    throw cause instanceof ObjectMissing ? notFound(sentences.noAttachment) : cause;
  });
  if (!isThumbnail) reply.header('content-length', sizeBytes);
  if (kind === 'pdf') reply.header('content-disposition', contentDisposition(filename));
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .type(kind === 'pdf' ? 'application/pdf' : 'image/jpeg')
    .serializer((bytes: unknown) => bytes as string)
    .send(body);
};
