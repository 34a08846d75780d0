/** What a tool that draws no annotation does with the next click or drag, in the strip below the header. */
const TOOL_HINTS: Partial<Record<string, string>> = {
  crosshair: 'щёлкните место: остальные виды покажут ту же точку',
  scroll: 'потяните вверх или вниз, чтобы листать',
  window: 'потяните в сторону — контраст, вверх или вниз — яркость',
  move: 'потяните, чтобы сдвинуть снимок',
  zoom: 'потяните вверх или вниз, чтобы увеличить или уменьшить',
  implant: 'щёлкните по гребню на панораме или сечении',
  cephalometry: 'щёлкните место точки',
};

/** Tools that draw nothing; a phone has no strip for their hints. */
const RESTING: ReadonlySet<string> = new Set(['crosshair', 'scroll', 'window', 'move', 'zoom']);

export const hintOf = (tool: string): { text: string; isResting: boolean } => ({
  text: TOOL_HINTS[tool] ?? '',
  isResting: RESTING.has(tool),
});
