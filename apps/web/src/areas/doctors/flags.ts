import type { Flag } from './queries.ts';

/** What a client may do besides downloading. */
export const FLAGS: { value: Flag; label: string }[] = [
  { value: 'remote-viewer', label: 'Онлайн-просмотр' },
  { value: 'schedule', label: 'Онлайн-запись' },
];
