import { z } from 'zod';
import { NoContent, RichText } from '../values/fields.ts';

/** Limit of the decoded image; its data URL is a third longer. */
export const BANNER_IMAGE_MAX_BYTES = 4 * 1024 * 1024;
export const BANNER_IMAGE_TYPES = ['image/png', 'image/jpeg'] as const;
/** Limit of width and height in pixels: a few megabytes can decode to more pixels than a browser can hold. */
export const BANNER_IMAGE_MAX_SIDE = 8000;

const Banner = z.object({
  /** sanitised HTML, entity-encoded once; empty for none */
  text: z.string(),
  /** a data URL of a PNG or a JPEG */
  image: z.string().nullable(),
});

/** Replaces the whole banner: a missing or empty field removes that part. */
const NewBanner = z.object({
  /** plain HTML */
  text: RichText.nullish().transform((text) => text ?? ''),
  image: z
    .string()
    .nullish()
    .transform((image) => image || null),
});

export const getBanner = {
  method: 'GET',
  url: '/assistant/adv',
  access: { assistant: 'banner' },
  schema: { summary: 'The banner, to edit it', response: { 200: Banner } },
} as const;

export const updateBanner = {
  method: 'POST',
  url: '/assistant/adv',
  access: { assistant: 'banner' },
  schema: { summary: 'Change the banner', body: NewBanner, response: { 204: NoContent } },
} as const;

export const getAdvert = {
  method: 'GET',
  url: '/doctor/adv',
  access: { doctor: 'everyone' },
  schema: { summary: 'The banner, to show it to a client', response: { 200: Banner } },
} as const;
