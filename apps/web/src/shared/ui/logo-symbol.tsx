const TEETH: [x: number, y: number, radius: number][] = [
  [1.9, 8.2, 1.75],
  [4.4, 11.0, 1.55],
  [5.9, 14.4, 1.75],
  [7.2, 18.4, 2.05],
  [8.3, 23.2, 2.35],
];

/** A dental arch seen from above, as on an axial slice. The same drawing as public/favicon.svg. */
export function LogoSymbol({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0b7285" />
      <g fill="#fff">
        {TEETH.flatMap(([x, y, radius]) => [
          <circle key={-x} cx={16 - x} cy={y} r={radius} />,
          <circle key={x} cx={16 + x} cy={y} r={radius} />,
        ])}
      </g>
    </svg>
  );
}
