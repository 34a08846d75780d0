import type { z } from 'zod';
import { type SettingKey, settingFields } from './config.ts';

/** The text that stands for a setting that is not given; null for a setting without a default. */
export const defaultTextOf = (name: SettingKey): string | null => {
  let field: z.ZodType | undefined = settingFields[name];
  while (field) {
    const { def } = field as z.ZodDefault<z.ZodType> | z.ZodPipe<z.ZodType>;
    if (def.type === 'default') return String(def.defaultValue);
    if (def.type !== 'pipe') return null;
    field = def.in;
  }
  return null;
};
