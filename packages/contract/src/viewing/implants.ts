import { z } from 'zod';
import { Instant, NoContent, Uuid } from '../values/fields.ts';
import { ImplantLine, ImplantProduct, ImplantShape, Millimetres } from './planning.ts';

export const IMPLANT_LIMITS = {
  diameterMm: { least: 1.5, most: 8 },
  /** zygomatic implants are the longest */
  lengthMm: { least: 4, most: 60 },
  ownLines: 200,
  choices: 100,
} as const;

const { diameterMm, lengthMm } = IMPLANT_LIMITS;
const Diameter = z.number().min(diameterMm.least).max(diameterMm.most);
const Length = z.number().min(lengthMm.least).max(lengthMm.most);

const isAscending = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value > values[index - 1]!);

const Sizes = z
  .array(z.object({ diameterMm: Diameter, lengthsMm: z.array(Length).min(1).max(50).refine(isAscending) }))
  .min(1)
  .max(50)
  .refine((sizes) => isAscending(sizes.map((size) => size.diameterMm)));

/** A line that the centre adds. Its diameters ascend, and so do the lengths of each diameter. */
export const NewImplantLine = ImplantProduct.extend({ shape: ImplantShape, sizes: Sizes });

const OwnImplantLine = NewImplantLine.extend({ lineUUID: Uuid });

export const listImplantLines = {
  method: 'GET',
  url: '/assistant/implants',
  access: { assistant: 'admin' },
  schema: {
    summary: "The centre's own implant lines, by manufacturer and line",
    response: { 200: z.object({ lines: z.array(OwnImplantLine) }) },
  },
} as const;

export const createImplantLine = {
  method: 'POST',
  url: '/assistant/implants',
  access: { assistant: 'admin' },
  schema: {
    summary:
      'Add an implant line of the centre; 409 if the centre has a line of this name, or already two hundred lines',
    body: NewImplantLine,
    response: { 201: OwnImplantLine },
  },
} as const;

export const deleteImplantLine = {
  method: 'DELETE',
  url: '/assistant/implants/:lineUUID',
  access: { assistant: 'admin' },
  schema: {
    summary: 'Delete an implant line of the centre; implants that were placed keep its name and their size',
    params: z.object({ lineUUID: Uuid }),
    response: { 204: NoContent },
  },
} as const;

export const getImplants = {
  method: 'GET',
  url: '/viewer/implants',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: "The centre's own implants, which the viewer lists before those of its catalogue",
    response: {
      200: z.object({
        implants: z.array(ImplantLine),
        /** the centre's file of implants cannot be read, so none of them is listed */
        isUnreadable: z.boolean(),
      }),
    },
  },
} as const;

/** A line that the account has starred, or of which it has already placed an implant. */
export const ImplantChoice = ImplantProduct.extend({
  isFavourite: z.boolean(),
  /** the size that was placed last, and when; null for a line that was only starred */
  last: z.object({ diameterMm: z.number(), lengthMm: z.number(), usedAt: Instant }).nullable(),
});

const ImplantChoices = z.object({ choices: z.array(ImplantChoice) });

export const listImplantChoices = {
  method: 'GET',
  url: '/viewer/implant-choices',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary:
      "The caller's favourite and last used implant lines, the last used first; none for a share's recipient",
    response: { 200: ImplantChoices },
  },
} as const;

export const saveImplantChoice = {
  method: 'PUT',
  url: '/viewer/implant-choices',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary:
      'Add or remove the star of a line, or record the size that was placed; 409 for more than a hundred stars',
    body: ImplantProduct.extend({
      /** if absent, the star stays as it is */
      isFavourite: z.boolean().optional(),
      used: z.object({ diameterMm: Millimetres, lengthMm: Millimetres }).optional(),
    }),
    response: { 200: ImplantChoices },
  },
} as const;
