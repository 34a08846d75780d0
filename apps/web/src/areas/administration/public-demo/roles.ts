import type { DemoRole, enterDemo } from '@snimok/contract/administration/public-demo';
import type { z } from 'zod';

export type Role = z.infer<typeof DemoRole>;

export const ENTER_AS: Record<Role, string> = {
  assistant: 'Войти как ассистент',
  doctor: 'Войти как врач',
};

/* As in areas/people/accounts/calls.ts: the page before the portal does not load the schemas. */
export const enter = { method: 'POST', url: '/demo/session' } as typeof enterDemo;
