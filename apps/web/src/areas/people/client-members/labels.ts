import type { ClientRole, MemberRole } from '@snimok/contract/people/client-members';

export const ROLE_LABELS: Record<ClientRole, string> = {
  owner: 'Владелец',
  doctor: 'Врач',
  reception: 'Регистратура',
};

export const ROLE_HINTS: Record<MemberRole, string> = {
  doctor: 'пациенты и снимки, просмотр и скачивание, доступ коллегам, запись и чат',
  reception: 'пациенты, запись и чат; снимков не видит',
};
