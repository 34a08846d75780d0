import { z } from 'zod';
import { Instant, NoContent, ShortText, Uuid } from '../values/fields.ts';

const Coordinate = z.number().min(-100_000).max(100_000);
const Window = z.object({ center: z.number(), width: z.number().min(0), inverted: z.boolean() });
const Viewport = z.object({
  zoom: z.number().positive().max(1000),
  pan: z.tuple([Coordinate, Coordinate]),
  quarterTurns: z.number().int().min(-4).max(4),
  mirrored: z.boolean(),
});
const Series = z.number().int().min(0).max(9999);
/** The name of a pane, a layout or a blend in the viewer. A viewer that does not know the name keeps its own setting. */
const ViewerName = z.string().max(40);

/** A component of a unit vector in the patient's coordinate system; slightly more than 1 is allowed for rounding. */
const Component = z.number().min(-1.001).max(1.001);
const Direction = z.tuple([Component, Component, Component]);
const Fraction = z.number().min(0).max(1);
const Part = z.tuple([Fraction, Fraction]);

/** How the 3D view showed a volume. */
const SceneView = z.object({
  /** directions of the screen, in the patient's coordinate system */
  right: Direction,
  up: Direction,
  zoom: z.number().positive().max(1000),
  panMm: z.tuple([Coordinate, Coordinate]),
  tissue: ViewerName,
  /** fraction of the range of the values */
  threshold: Fraction,
  opacity: Fraction,
  clip: z.object({ by: ViewerName, flipped: z.boolean(), normal: Direction, offsetMm: Coordinate }),
  /** ranges from the patient's right to the left, from the front to the back, and from below to above */
  crop: z.tuple([Part, Part, Part]),
});

/** How a volume or a picture was shown; enough to show it in the same way again. */
export const KeyView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('volume'),
    series: Series,
    /** position of the crosshair, in millimetres of the patient's coordinate system */
    cursor: z.tuple([Coordinate, Coordinate, Coordinate]),
    window: Window,
    layout: ViewerName,
    /** the pane that is shown in the picture */
    pane: ViewerName,
    fourth: ViewerName,
    slabMm: z.number().min(0).max(1000),
    blend: ViewerName,
    viewports: z.record(ViewerName, Viewport).refine((panes) => Object.keys(panes).length <= 20),
    /** absent in views that earlier versions of the viewer have saved */
    scene: SceneView.optional(),
    /** the levelling that was shown; if it is absent, like `scene`, the view is shown in the present levelling */
    axes: z.object({ left: Direction, back: Direction, up: Direction }).optional(),
  }),
  z.object({
    kind: z.literal('pictures'),
    series: Series,
    frame: z.number().int().min(0).max(99_999),
    window: Window,
    viewport: Viewport,
  }),
]);

/** A small JPEG or WebP as a data URL. */
const Picture = z
  .string()
  .max(60_000)
  .regex(/^data:image\/(jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/);

const NewKeyImage = z.object({ title: ShortText, view: KeyView, picture: Picture });

/** A view that a user has marked as important; everybody with access to the study's annotations sees it. */
export const KeyImage = NewKeyImage.extend({
  keyImageUUID: Uuid,
  authorName: z.string(),
  /** marked by the caller, who may remove it */
  own: z.boolean(),
  createdAt: Instant,
});

export const listKeyImages = {
  method: 'GET',
  url: '/viewer/key-images',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'The views that were marked as key images, oldest first; none for a share without showMarks',
    response: { 200: z.object({ keyImages: z.array(KeyImage) }) },
  },
} as const;

export const createKeyImage = {
  method: 'POST',
  url: '/viewer/key-images',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'Mark a view as key image; 409 when the study has a hundred',
    body: NewKeyImage,
    response: { 201: KeyImage },
  },
} as const;

export const deleteKeyImage = {
  method: 'DELETE',
  url: '/viewer/key-images/:keyImageUUID',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: "Remove one of the caller's key images",
    params: z.object({ keyImageUUID: Uuid }),
    response: { 204: NoContent },
  },
} as const;
