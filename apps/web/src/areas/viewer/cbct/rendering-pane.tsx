import type { Bench } from './bench.ts';
export const RenderingPane = (_props: { bench: Bench; onExpand: () => void }) => null;
