import type { z } from 'zod';
import { settingFields } from './config.ts';

/** Whether this version of the portal has the setting. */
export const isSetting = (name: string): boolean => Object.hasOwn(settingFields, name);

/** The text that stands for a setting that is not given; null for a setting without a default. */
export const defaultTextOf = (name: string): string | null => {
  let field = settingFields[name];
  while (field) {
    const { def } = field as z.ZodDefault<z.ZodType> | z.ZodPipe<z.ZodType>;
    if (def.type === 'default') return String(def.defaultValue);
    if (def.type !== 'pipe') return null;
    field = def.in;
  }
  return null;
};
