import type { Flag } from './queries.ts';

/** What a client may do besides downloading. */
export const FLAGS: { value: Flag; label: string; brief: string }[] = [
  { value: 'remote-viewer', label: 'Онлайн-просмотр', brief: 'просмотр' },
  { value: 'schedule', label: 'Онлайн-запись', brief: 'запись' },
];
