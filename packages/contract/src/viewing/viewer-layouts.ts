import { z } from 'zod';
import { NoContent, Uuid } from '../values/fields.ts';

/**
 * The name of a setting of the viewer, or its value. A viewer that does not know the name or value keeps its own
 * setting.
 */
const ViewerName = z.string().min(1).max(40);

/** The settings that a layout restores: panes, slabs, steps. None of them belongs to a study. */
const LayoutSettings = z
  .record(ViewerName, z.union([ViewerName, z.number().min(-1000).max(1000), z.boolean()]))
  .refine((settings) => Object.keys(settings).length <= 40);

const NewViewerLayout = z.object({
  name: z.string().trim().min(1).max(60),
  settings: LayoutSettings,
  /** the layout in which volumes open; an account has at most one */
  isDefault: z.boolean(),
});

export const ViewerLayout = NewViewerLayout.extend({ layoutUUID: Uuid });

const ViewerLayouts = z.object({ layouts: z.array(ViewerLayout) });

export const listViewerLayouts = {
  method: 'GET',
  url: '/viewer/layouts',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: "The caller's saved layouts of the viewer, by name; none for the recipient of a share",
    response: { 200: ViewerLayouts },
  },
} as const;

/** Replaces the account's layout of the same name. */
export const saveViewerLayout = {
  method: 'PUT',
  url: '/viewer/layouts',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'Save a layout of the viewer under its name; 409 when the account has twenty',
    body: NewViewerLayout,
    response: { 200: ViewerLayouts },
  },
} as const;

export const deleteViewerLayout = {
  method: 'DELETE',
  url: '/viewer/layouts/:layoutUUID',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: "Delete one of the caller's saved layouts",
    params: z.object({ layoutUUID: Uuid }),
    response: { 204: NoContent },
  },
} as const;
