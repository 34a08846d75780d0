import { z } from 'zod';
import { anyone } from '../people/access.ts';
import { NoContent, ShortText, Version } from '../values/fields.ts';
import { CentrePhones, HoursText } from '../values/location-contacts.ts';

/** Limit of the decoded file that is sent; the portal stores a smaller picture of its own. */
export const LOGO_MAX_BYTES = 1024 * 1024;
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

const isWebAddress = (text: string) => {
  if (text === '') return true;
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hostname.includes('.');
};
/** A web address; `https://` is added to one without a scheme. */
const Website = ShortText.overwrite((text) =>
  text === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`,
).refine(isWebAddress, { params: { code: 'website' } });

const Contacts = z.object({
  name: ShortText,
  legalName: ShortText,
  address: ShortText,
  phones: CentrePhones,
  hours: HoursText,
  licence: ShortText,
  website: Website,
});

/** Texts may be empty; a centre that has entered nothing is shown as «Снимок». */
const CentreIdentity = z.object({
  name: z.string(),
  legalName: z.string(),
  address: z.string(),
  phones: z.array(z.string()),
  hours: z.string(),
  licence: z.string(),
  website: z.string(),
  /** the path of a PNG, which changes with the picture; null for none */
  logo: z.string().nullable(),
  /** the version to be sent with a change */
  version: z.number().int(),
});

export const getIdentity = {
  method: 'GET',
  url: '/identity',
  access: { ...anyone, share: true },
  schema: { summary: 'Name and contacts of the centre, for everybody', response: { 200: CentreIdentity } },
} as const;

export const getLogo = {
  method: 'GET',
  url: '/identity/logo',
  access: { ...anyone, share: true },
  schema: {
    summary: "The centre's logo, a PNG; 404 if there is none",
    querystring: z.object({ v: z.string().max(64).optional() }),
    response: { 200: z.any() },
  },
} as const;

export const updateIdentity = {
  method: 'PUT',
  url: '/assistant/identity',
  access: { assistant: 'admin' },
  schema: {
    summary: 'Change name, contacts and logo; 409 if somebody else has changed them since `version`',
    body: Contacts.extend({
      version: Version,
      /** a data URL of a PNG, JPEG or WebP; null removes the logo, and without it the logo stays */
      logo: z.string().nullable().optional(),
    }),
    response: { 204: NoContent },
  },
} as const;
