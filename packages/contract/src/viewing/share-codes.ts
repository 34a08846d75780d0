import { z } from 'zod';
import { anyone } from '../people/access.ts';

/** As many digits as a bank card has; people write them in groups of four. */
export const SHARE_CODE_DIGITS = 16;

/** The page on which a code is typed, below the address of the portal. */
export const SHARE_CODE_PATH = '/snimok';

export const openShareCode = {
  method: 'POST',
  url: '/share-code',
  access: anyone,
  schema: {
    summary:
      "The token of a patient's link, by the digits on its sheet; the page of the link then asks for the PIN. 404: wrong or expired, 429 after many attempts",
    body: z.object({
      /** spaces and hyphens are ignored */
      code: z
        .string()
        .max(100)
        .transform((typed) => typed.replace(/[\s-]/g, ''))
        .pipe(z.string().regex(new RegExp(`^\\d{${SHARE_CODE_DIGITS}}$`))),
    }),
    response: { 200: z.object({ token: z.string() }) },
  },
} as const;
