import { z } from 'zod';
import { Nothing, RichText } from './words.ts';

/** A picture of more bytes is refused; as a data URL it is a third longer. */
export const BANNER_IMAGE_MAX_BYTES = 4 * 1024 * 1024;
export const BANNER_IMAGE_TYPES = ['image/png', 'image/jpeg'] as const;
/** As wide or as high as a picture may be; some megabytes can hold far more pixels than a browser can. */
export const BANNER_IMAGE_MAX_SIDE = 8000;

export const Banner = z.object({
  /** sanitised HTML, entity-encoded once; empty for none */
  text: z.string(),
  /** a data URL of a PNG or a JPEG */
  image: z.string().nullable(),
});

/** The whole banner: what is left out or empty is taken down. */
export const NewBanner = z.object({
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
  schema: { summary: 'The banner, to edit it', response: { 200: Banner } },
} as const;

export const updateBanner = {
  method: 'POST',
  url: '/assistant/adv',
  schema: { summary: 'Change the banner', body: NewBanner, response: { 204: Nothing } },
} as const;

export const getAdvert = {
  method: 'GET',
  url: '/doctor/adv',
  schema: { summary: 'The banner, to show it to a client', response: { 200: Banner } },
} as const;
