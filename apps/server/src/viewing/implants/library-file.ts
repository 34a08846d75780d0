import { readFile } from 'node:fs/promises';
import { ImplantLibrary, type ImplantLine } from '@snimok/contract/viewing/planning';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';

interface CentresImplants {
  implants: z.infer<typeof ImplantLine>[];
  /** the file exists and cannot be read */
  isUnreadable: boolean;
}

/**
 * The library file of the centre (docs/implants.md), read at each request, because it is small and an operator expects
 * a change to be seen. Without a file there are no implants.
 */
export const readImplants = async ({ config, log }: Context): Promise<CentresImplants> => {
  const text = await readFile(config.implantLibrary, 'utf8').catch((reason: NodeJS.ErrnoException) => {
    if (reason.code === 'ENOENT') return null;
    log.warn({ reason: reason.code }, 'the file of IMPLANT_LIBRARY cannot be read');
    return undefined;
  });
  if (text === null) return { implants: [], isUnreadable: false };
  const parsed = text === undefined ? undefined : ImplantLibrary.safeParse(parseJson(text));
  if (parsed?.success) return { implants: parsed.data.implants, isUnreadable: false };
  const [issue] = parsed?.error.issues ?? [];
  if (issue)
    log.warn({ at: issue.path.join('.'), reason: issue.message }, 'the file of IMPLANT_LIBRARY is not valid');
  return { implants: [], isUnreadable: true };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
