import { z } from 'zod';
import { switchOf } from './setting-types.ts';

/** What a portal without accounts does at its start, and whether the settings saved in the browser apply. */
export const startSettings = {
  DEMO: z.enum(['on', 'off', 'public'], { error: 'must be "on", "off" or "public"' }).optional(),
  FIRST_START: z.enum(['command', 'browser'], { error: 'must be "command" or "browser"' }).default('command'),
  STORED_SETTINGS: switchOf('on'),
};

interface Start {
  DATABASE_URL?: string | undefined;
  DEMO?: 'on' | 'off' | 'public' | undefined;
  FIRST_START: 'command' | 'browser';
  STORED_SETTINGS: boolean;
}

/** In the first start in the browser, a person chooses whether to make the demonstration centre. */
export const isDemo = (s: Start): boolean =>
  s.DATABASE_URL === undefined && (s.DEMO ?? (s.FIRST_START === 'browser' ? 'off' : 'on')) !== 'off';

export const startOf = (s: Start) => ({
  /** Whether a portal without accounts gets the demonstration centre. */
  demo: isDemo(s),
  /** Everybody may enter the demonstration; its data is replaced each night. */
  publicDemo: s.DEMO === 'public',
  /** Whether a portal without accounts is set up in the browser, at an address that it prints. */
  firstStartInBrowser: s.FIRST_START === 'browser',
  /** Whether the settings that were saved in the browser apply. */
  storedSettings: s.STORED_SETTINGS,
});
