import { z } from 'zod';
import type { Access } from '../people/access.ts';
import { Id, Instant, JsonId, NoContent, SearchText, Uuid } from '../values/fields.ts';
import { StudyType } from '../studies/studies.ts';
import { ExaminedAt } from '../studies/examined-at.ts';

export const MAX_ATTACHMENTS = 10;
export const MAX_ATTACHMENT_BYTES = 20 * 1024 ** 2;
/** The header with the percent-encoded file name. It may be a patient's name and is not in the URL, because URLs are logged. */
export const FILENAME_HEADER = 'x-filename';

export const Attachment = z.object({
  attachmentUUID: Uuid,
  kind: z.enum(['image', 'pdf']),
  filename: z.string(),
  sizeBytes: z.number().int(),
  /** the size of an image */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});

/** The study or patient to which a message refers, with what the reader may see of it now. */
export const Card = z.object({
  patientID: z.number().int(),
  /** whose patient it is */
  doctorID: z.number().int(),
  patientName: z.string(),
  /** null for the card of a patient */
  study: z
    .object({
      studyID: z.number().int(),
      type: StudyType,
      createdAt: Instant,
      examinedAt: ExaminedAt.nullable(),
    })
    .nullable(),
});

/** A study or patient that both sides of the dialog see. */
export const NewMessageCard = z.union([z.object({ studyID: JsonId }), z.object({ patientID: JsonId })]);

const OfDoctor = z.object({});
const OfDialog = z.object({ dialogID: Id });

/** The endpoints below `base` for one side of a dialog. */
const side = <const Base extends string, Params extends z.ZodRawShape>(
  base: Base,
  dialog: z.ZodObject<Params>,
  access: Access,
) => {
  const one = dialog.extend({ attachmentUUID: Uuid });
  const ofMessage = dialog.extend({ messageID: Id });
  return {
    uploadAttachment: {
      method: 'PUT',
      url: `${base}/attachments/:attachmentUUID`,
      access,
      schema: {
        summary: `Store a picture (JPEG, PNG, WebP) or PDF of at most 20 MB that a message will refer to; its name in the header ${FILENAME_HEADER}, percent-encoded. A repeated request stores nothing`,
        params: one,
        body: z.any().describe('The bytes of the file'),
        response: { 200: Attachment, 201: Attachment },
      },
    },
    deleteAttachment: {
      method: 'DELETE',
      url: `${base}/attachments/:attachmentUUID`,
      access,
      schema: {
        summary: 'Delete an own attachment that no message refers to',
        params: one,
        response: { 204: NoContent },
      },
    },
    getAttachment: {
      method: 'GET',
      url: `${base}/attachments/:attachmentUUID/file`,
      access,
      schema: { summary: 'The picture as a JPEG, or the PDF', params: one, response: { 200: z.any() } },
    },
    getThumbnail: {
      method: 'GET',
      url: `${base}/attachments/:attachmentUUID/thumbnail`,
      access,
      schema: { summary: 'A small JPEG of a picture', params: one, response: { 200: z.any() } },
    },
    getCard: {
      method: 'GET',
      url: `${base}/messages/:messageID/card`,
      access,
      schema: {
        summary: 'The study or patient that a message refers to; null if the caller does not see it any more',
        params: ofMessage,
        response: { 200: z.object({ card: Card.nullable() }) },
      },
    },
    listCardChoices: {
      method: 'GET',
      url: `${base}/card-choices`,
      access,
      schema: {
        summary:
          'Studies that both sides of the dialog see, the newest first, at most 20; by the name of the patient',
        params: dialog,
        querystring: z.object({ query: SearchText.optional() }),
        response: { 200: z.object({ cards: z.array(Card) }) },
      },
    },
    searchMessages: {
      method: 'GET',
      url: `${base}/search`,
      access,
      schema: {
        summary: 'The ids of the messages that contain all words, newest first, at most 200',
        params: dialog,
        querystring: z.object({ query: SearchText }),
        response: { 200: z.object({ messageIDs: z.array(z.number().int()) }) },
      },
    },
  } as const;
};

export const ofCentre = side('/assistant/messenger/dialogs/:dialogID', OfDialog, { assistant: 'messenger' });
export const ofDoctor = side('/doctor/messenger', OfDoctor, { doctor: 'everyone' });
