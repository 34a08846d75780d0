/** Copied from the computed style, because the style sheets of the page do not apply to an SVG image. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
];

/** What a model proposes is in no output before a person has confirmed it. */
const NEVER_DRAWN = '[data-proposed]';

/** Draws an overlay of the page over the whole canvas, without the elements that `omit` selects. */
export async function drawOverlay(
  canvas: HTMLCanvasElement,
  overlay: SVGSVGElement,
  omit = '',
): Promise<void> {
  const copy = overlay.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>('*');
  overlay.querySelectorAll('*').forEach((original, at) => {
    const style = getComputedStyle(original);
    for (const name of STYLES) copies[at]?.style.setProperty(name, style.getPropertyValue(name));
  });
  const omitted = omit ? `${NEVER_DRAWN}, ${omit}` : NEVER_DRAWN;
  for (const element of copy.querySelectorAll(omitted)) element.remove();
  const { width, height } = overlay.getBoundingClientRect();
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  copy.setAttribute('width', String(canvas.width));
  copy.setAttribute('height', String(canvas.height));
  const text = new XMLSerializer().serializeToString(copy);
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const context = canvas.getContext('2d');
    context?.setTransform(1, 0, 0, 1, 0, 0);
    context?.drawImage(image, 0, 0);
  } finally {
    URL.revokeObjectURL(url);
  }
}
