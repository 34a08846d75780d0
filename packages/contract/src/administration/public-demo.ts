import { z } from 'zod';
import { SignedIn } from '../people/auth.ts';
import { anyone } from '../people/access.ts';
import { SharePIN } from '../viewing/external-shares.ts';

/** The password of every account of a public demonstration. Visitors need it where the portal asks for it again. */
export const DEMO_PASSWORD = 'demo-snimok';

export const DemoRole = z.enum(['assistant', 'doctor']);

export const enterDemo = {
  method: 'POST',
  url: '/demo/session',
  access: anyone,
  schema: {
    summary: 'Sign in to a public demonstration; 404 if the portal is not one',
    body: z.object({ role: DemoRole }),
    response: { 200: SignedIn },
  },
} as const;

export const handOutDemoStudy = {
  method: 'POST',
  url: '/demo/patient-link',
  access: anyone,
  schema: {
    summary:
      'A link to a study of a public demonstration, as its patient gets it; 404 if the portal is not a public demonstration, 409 until a study is done',
    body: z.object({ pin: SharePIN }),
    response: { 201: z.object({ shareURL: z.url() }) },
  },
} as const;
