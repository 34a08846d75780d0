import classes from './entrance.module.css';

/** Crown widths and depths in millimetres, from the midline back: incisors, canine, premolars, molars. */
const TEETH: [widthMm: number, depthMm: number][] = [
  [8.6, 6.8],
  [6.8, 6.2],
  [7.6, 8.2],
  [7, 9.2],
  [6.8, 9.4],
  [10.4, 11.2],
  [10, 11],
  [9, 10.2],
];
const WIDTH_MM = 26;
const DEPTH_MM = 34;
const STEP = 0.001;

/** The arch is a parabola in front and steeper behind, like the U shape of an upper jaw. */
const depthAt = (t: number) => DEPTH_MM * (0.72 * t ** 2 + 0.28 * t ** 4);
const slopeAt = (t: number) => DEPTH_MM * (1.44 * t + 1.12 * t ** 3);

interface Tooth {
  x: number;
  y: number;
  angle: number;
  widthMm: number;
  depthMm: number;
}

/** Places the teeth side by side along the curve. */
function placeTeeth(): Tooth[] {
  const teeth: Tooth[] = [];
  let walkedMm = 0;
  let startMm = 0;
  let t = 0;
  for (const [widthMm, depthMm] of TEETH) {
    const middleMm = startMm + widthMm / 2;
    for (; walkedMm < middleMm; t += STEP) walkedMm += Math.hypot(WIDTH_MM, slopeAt(t)) * STEP;
    const angle = (Math.atan2(slopeAt(t), WIDTH_MM) * 180) / Math.PI;
    teeth.push({ x: WIDTH_MM * t, y: depthAt(t), angle, widthMm, depthMm });
    startMm += widthMm + 0.5;
  }
  return teeth;
}

const right = placeTeeth();
const arch = [...right.map((tooth) => ({ ...tooth, x: -tooth.x, angle: -tooth.angle })).reverse(), ...right];
const END = 1.27;
const curve = Array.from({ length: 81 }, (_, i) => ((i - 40) / 40) * END)
  .map((t) => `${(WIDTH_MM * t).toFixed(2)},${depthAt(t).toFixed(2)}`)
  .join(' ');

/** An axial slice through a dental arch with the panoramic curve laid over it. */
export function ArchPicture() {
  return (
    <svg className={classes.picture} viewBox="-52 -14 104 84" aria-hidden="true" fill="none">
      {arch.map(({ x, y, angle, widthMm, depthMm }) => (
        <g key={x} transform={`translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${angle.toFixed(1)})`}>
          <rect
            className={classes.enamel}
            x={-widthMm / 2}
            y={-depthMm / 2}
            width={widthMm}
            height={depthMm}
            rx={widthMm * 0.42}
            ry={depthMm * 0.42}
          />
          <ellipse className={classes.pulp} rx={widthMm * 0.13} ry={depthMm * 0.16} />
          <line className={classes.cut} y1={-depthMm / 2 - 5.5} y2={-depthMm / 2 - 3} />
        </g>
      ))}
      <polyline className={classes.curve} points={curve} />
    </svg>
  );
}
