import { z } from 'zod';
import { Id, JsonId, MessageText, Name, NoContent, ShortText, Version } from '../values/fields.ts';
import { MOST_CHARACTERS } from '../values/lengths.ts';
import { WeekHours } from '../reception/locations.ts';
import { Dialog } from './messenger.ts';

const Person = z.object({ accountID: z.number().int(), name: z.string() });

export const listAnswerers = {
  method: 'GET',
  url: '/assistant/messenger/assistants',
  access: { assistant: 'messenger' },
  schema: {
    summary: 'The assistants who may answer',
    response: { 200: z.object({ ownID: z.number().int(), assistants: z.array(Person) }) },
  },
} as const;

export const setAnswerer = {
  method: 'PUT',
  url: '/assistant/messenger/dialogs/:dialogID/answerer',
  access: { assistant: 'messenger' },
  schema: {
    summary:
      'Take a dialog, hand it over (accountID) or release it (null). insteadOf: the answerer that the caller has seen; 409 if another assistant answers the dialog by now',
    params: z.object({ dialogID: Id }),
    body: z.object({ accountID: JsonId.nullable(), insteadOf: JsonId.nullable() }),
    response: { 200: Dialog },
  },
} as const;

export const publishTyping = {
  method: 'POST',
  url: '/assistant/messenger/dialogs/:dialogID/typing',
  access: { assistant: 'messenger' },
  schema: {
    summary: 'Show the other assistants that one is writing an answer',
    params: z.object({ dialogID: Id }),
    response: { 204: NoContent },
  },
} as const;

const NewTemplate = z.object({
  title: Name.refine((title) => [...title].length <= MOST_CHARACTERS.templateTitle),
  text: MessageText,
});
const Template = z.object({
  templateID: z.number().int(),
  title: z.string(),
  text: z.string(),
  version: z.number().int(),
});
const OneTemplate = z.object({ templateID: Id });
export const MAX_TEMPLATES = 200;

export const listTemplates = {
  method: 'GET',
  url: '/assistant/messenger/templates',
  access: { assistant: 'messenger' },
  schema: {
    summary:
      'Answer templates by title, and the values of their placeholders {центр} and {часы}; {имя} is the client’s name',
    response: {
      200: z.object({
        templates: z.array(Template),
        values: z.object({ centre: z.string(), hours: z.string() }),
      }),
    },
  },
} as const;

export const createTemplate = {
  method: 'POST',
  url: '/assistant/messenger/templates',
  access: { assistant: 'messenger' },
  schema: { summary: 'Add an answer template', body: NewTemplate, response: { 201: Template } },
} as const;

export const changeTemplate = {
  method: 'PUT',
  url: '/assistant/messenger/templates/:templateID',
  access: { assistant: 'messenger' },
  schema: {
    summary: 'Change an answer template; 409 if somebody has changed it since the named version',
    params: OneTemplate,
    body: NewTemplate.extend({ version: Version }),
    response: { 200: Template },
  },
} as const;

export const deleteTemplate = {
  method: 'DELETE',
  url: '/assistant/messenger/templates/:templateID',
  access: { assistant: 'messenger' },
  schema: { summary: 'Delete an answer template', params: OneTemplate, response: { 204: NoContent } },
} as const;

const Hours = z.object({ enabled: z.boolean(), hours: WeekHours, note: ShortText, version: Version });

export const getMessengerHours = {
  method: 'GET',
  url: '/assistant/messenger/hours',
  access: { assistant: 'messenger' },
  schema: { summary: 'When the centre answers', response: { 200: Hours } },
} as const;

export const changeMessengerHours = {
  method: 'PUT',
  url: '/assistant/messenger/hours',
  access: { assistant: 'messenger' },
  schema: {
    summary: 'Change when the centre answers; 409 if somebody has changed it since the named version',
    body: Hours,
    response: { 200: Hours },
  },
} as const;

export const getChatHours = {
  method: 'GET',
  url: '/doctor/messenger/hours',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'A sentence that says when the centre answers; null during the office hours',
    response: { 200: z.object({ notice: z.string().nullable() }) },
  },
} as const;
