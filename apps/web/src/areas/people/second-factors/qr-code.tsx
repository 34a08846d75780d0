import { encode } from 'uqr';

/** ISO/IEC 18004: readers need four light modules around the code. */
const BORDER = 4;

interface QRCodeProps {
  text: string;
  /** for screen readers, which offer the text in another way */
  label: string;
  sizePx: number;
}

/** Dark on light in both colour schemes, because not every phone reads an inverted code. */
export function QRCode({ text, label, sizePx }: QRCodeProps) {
  const { data, size } = encode(text, { border: BORDER, ecc: 'M' });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      style={{ display: 'block', maxWidth: '100%', borderRadius: 8 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
