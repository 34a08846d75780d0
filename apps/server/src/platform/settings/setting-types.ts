import { parseDuration } from '../time-and-sizes/duration.ts';
import { z } from 'zod';
import { parseByteSize } from '../time-and-sizes/byte-size.ts';

/** A size in bytes, written as `20GB`. */
export const byteSize = (preset: string) =>
  z
    .string()
    .default(preset)
    .transform((text, context) => {
      const bytes = parseByteSize(text);
      if (bytes !== undefined) return bytes;
      context.addIssue({ code: 'custom', message: 'must be a size such as 20GB' });
      return z.NEVER;
    });

export const count = (preset: string, most: number) =>
  z
    .string()
    .default(preset)
    .refine((text) => /^[1-9]\d{0,8}$/.test(text) && Number(text) <= most, {
      error: `must be a number from 1 to ${most}`,
    })
    .transform(Number);

export const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65535, { error: 'must be a port number' })
  .transform(Number);

/** The address of a clamd. */
export const clamdURL = z
  .string()
  .refine((text) => /^tcp:\/\/([^/:[\]]+|\[[\da-f:]+\]):\d{1,5}\/?$|^unix:\/.+$/i.test(text), {
    error: 'must be tcp://host:port or unix:/path',
  })
  .optional();

export const switchOf = (preset: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'must be "on" or "off"' })
    .default(preset)
    .transform((value) => value === 'on');

/** A duration in milliseconds, with its text, which a study card shows for the retention (product 9.6). */
export const duration = (preset: string) =>
  z
    .string()
    .default(preset)
    .transform((text, context) => {
      const ms = parseDuration(text);
      if (ms !== undefined) return { text: text.trim(), ms };
      context.addIssue({ code: 'custom', message: 'must be a duration such as 8760h0m0s' });
      return z.NEVER;
    });

/** A duration in milliseconds; undefined for `off`, which is the default. */
export const durationOrOff = z
  .string()
  .default('off')
  .transform((text, context) => {
    const ms = parseDuration(text);
    if (ms !== undefined || text === 'off') return ms;
    context.addIssue({ code: 'custom', message: 'must be "off" or a duration such as 0h30m0s' });
    return z.NEVER;
  });
