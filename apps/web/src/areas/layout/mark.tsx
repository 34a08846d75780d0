/** A dental arch seen from above, as on an axial slice, in the corners of a viewfinder. Same drawing as public/favicon.svg. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0b7285" />
      <path
        d="M6.5 11V8.5a2 2 0 0 1 2-2H11M21 6.5h2.5a2 2 0 0 1 2 2V11M25.5 21v2.5a2 2 0 0 1-2 2H21M11 25.5H8.5a2 2 0 0 1-2-2V21"
        stroke="#fff"
        strokeOpacity=".55"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <path
        d="M10.4 21.4c0-6.2 1.7-10.8 5.6-10.8s5.6 4.6 5.6 10.8"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="2.1 3.35"
      />
    </svg>
  );
}
