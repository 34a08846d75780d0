import { z } from 'zod';
import { Instant, NoContent } from '../values/fields.ts';

/** The steps of an update, in their order. */
export const UPDATE_STEPS = {
  waiting: 'Сервер получает запрос',
  checking: 'Загружается и проверяется новая версия',
  backup: 'Делается резервная копия',
  unpacking: 'Новая версия распаковывается',
  trying: 'Обновляется база данных, новая версия проверяется рядом с прежней',
  switching: 'Портал перезапускается',
  watching: 'Новая версия работает, сервер несколько минут следит за ней',
  recording: 'Сервер записывает, что версия установлена',
} as const;

const UpdateStep = z.enum(
  Object.keys(UPDATE_STEPS) as [keyof typeof UPDATE_STEPS, ...(keyof typeof UPDATE_STEPS)[]],
);

export const PortalUpdate = z.object({
  /** the running version; null if the portal is not installed from a package that can be updated */
  installed: z.string().nullable(),
  /** a newer version of UPDATE_SOURCE that can be installed; null if there is none or it is not known */
  offered: z.string().nullable(),
  /** whether UPDATE_SOURCE can be looked at */
  canLook: z.boolean(),
  /** whether `offered` can be installed now or tonight */
  canUpdate: z.boolean(),
  /** when an update begins by itself */
  dueAt: Instant.nullable(),
  /** when an update would begin if it were asked for `tonight` now */
  nightAt: Instant,
  /** what a running update does; null if none runs */
  step: UpdateStep.nullable(),
  /** the version that a running update installs; null if it is not known yet */
  target: z.string().nullable(),
  /** how the newest update ended; null while an update runs, and if there was none */
  result: z
    .object({
      outcome: z.enum(['done', 'failed']),
      /** the version that was installed or should have been; null if it was not known */
      version: z.string().nullable(),
      endedAt: Instant,
      /** in Russian */
      sentence: z.string(),
    })
    .nullable(),
});
export type PortalUpdate = z.infer<typeof PortalUpdate>;

export const requestUpdate = {
  method: 'POST',
  url: '/assistant/portal-health/updates',
  access: { assistant: 'admin', confirmed: true },
  schema: {
    summary:
      'Install the offered version, now or in the coming night. 409: an update runs, the version is no longer offered, or the portal cannot be updated here',
    body: z.object({ version: z.string().max(100), when: z.enum(['now', 'tonight']) }),
    response: { 204: NoContent },
  },
} as const;

export const cancelUpdate = {
  method: 'DELETE',
  url: '/assistant/portal-health/updates',
  access: { assistant: 'admin' },
  schema: {
    summary: 'Cancel the update of the coming night. 409: there is none, or it has begun',
    response: { 204: NoContent },
  },
} as const;

export const lookForUpdates = {
  method: 'POST',
  url: '/assistant/portal-health/updates/look',
  access: { assistant: 'admin' },
  schema: {
    summary: 'Look at UPDATE_SOURCE now. 409: it is not set, or the portal cannot be updated here',
    response: { 204: NoContent },
  },
} as const;
