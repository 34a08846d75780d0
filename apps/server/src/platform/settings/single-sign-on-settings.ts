import { STAFF_RIGHTS, type StaffRight } from '@snimok/contract/people/staff';
import { z } from 'zod';

const isRight = (name: string): name is StaffRight => STAFF_RIGHTS.some((right) => right === name);

/**
 * Parses `group:right+right`, with commas between the groups. If the setting does not name `report-writing`, it may be older
 * than that right. Then groups with `reports` get it, because `reports` once included it (decision 115).
 */
const parseGroups = (text: string): Map<string, StaffRight[]> | null => {
  const groups = new Map<string, StaffRight[]>();
  for (const part of text.split(',')) {
    const [, group = '', list = ''] = /^\s*([^:,]+):([a-z+-]+)\s*$/.exec(part) ?? [];
    const rights = list.split('+').filter(isRight);
    if (group === '' || rights.length !== list.split('+').length) return null;
    groups.set(group.trim(), rights);
  }
  const knowsBoth = [...groups.values()].some((rights) => rights.includes('report-writing'));
  for (const rights of groups.values())
    if (!knowsBoth && rights.includes('reports')) rights.push('report-writing');
  return groups;
};

/** Splits values at the commas. `none` stands for no value. */
const parseValues = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '' && value !== 'none');

const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname));
};

/** The settings of single sign-on. */
export const singleSignOnSettings = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, { error: 'must be an https:// URL, or an http:// URL of this machine' })
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40).optional(),
  OIDC_GROUPS: z
    .string()
    .default('')
    .transform((text, context) => {
      const groups = text === '' ? new Map<string, StaffRight[]>() : parseGroups(text);
      if (groups) return groups;
      const error = `must be groups with rights, such as staff:studies+clients,chiefs:admin; the rights are ${STAFF_RIGHTS.join(', ')}`;
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    }),
  OIDC_SECOND_FACTOR: z
    .string()
    .default('mfa')
    .transform((text) => (text.trim() === 'any' ? ('any' as const) : parseValues(text))),
};

export type SingleSignOn = NonNullable<ReturnType<typeof singleSignOnOf>['singleSignOn']>;

/** The configuration of single sign-on; null without `OIDC_ISSUER`. */
export const singleSignOnOf = (s: {
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_NAME?: string | undefined;
  OIDC_GROUPS: Map<string, StaffRight[]>;
  OIDC_SECOND_FACTOR: 'any' | string[];
}) => ({
  /** The centre's identity provider, for employees. */
  singleSignOn: s.OIDC_ISSUER
    ? {
        issuer: s.OIDC_ISSUER,
        clientID: s.OIDC_CLIENT_ID ?? '',
        clientSecret: s.OIDC_CLIENT_SECRET ?? '',
        /** shown on the button of the sign-in page */
        name: s.OIDC_NAME ?? new URL(s.OIDC_ISSUER).hostname,
        /** rights by group; if absent, only employees who have an account can sign in, and they keep their rights */
        groups: s.OIDC_GROUPS,
        /**
         * values of the claims `acr` and `amr` with which the provider's sign-in counts as a second factor; `mfa` is the value of
         * RFC 8176 §2
         */
        secondFactor: s.OIDC_SECOND_FACTOR,
      }
    : null,
});
