import { ContextStrip, ToolHint } from '../shell/context-strip.tsx';
import { Inspector, isInspected } from '../shell/inspector.tsx';
import { useFields, useStore } from '../state/store.ts';
import { CephalometryBar } from './cephalometry/cephalometry-bar.tsx';
import type { PictureWorkspace } from './workspace/picture-workspace.ts';
import { isDrawingTool } from './workspace/pointer.ts';
import { toolsFor } from './workspace/tools.ts';

const NO_SCALE =
  'Размер точки снимка неизвестен. Задайте длину известного отрезка: инструмент «Эталон длины».';

interface PictureBarProps {
  workspace: PictureWorkspace;
  /** the size of a pixel is known */
  hasScale: boolean;
}

/** The bar of what the user does now: the annotation, the chosen tool or the cephalometry. */
export function PictureBar({ workspace, hasScale }: PictureBarProps) {
  const { annotations, series, state } = workspace;
  const hasAnnotation = useStore(annotations, isInspected);
  const { tool, cephalometry } = useFields(state, 'tool', 'cephalometry');
  const drawingTool = isDrawingTool(tool) ? tool : undefined;
  const label = toolsFor(series)
    .flat()
    .find((one) => one.tool === tool)?.label;
  return (
    <ContextStrip>
      {hasAnnotation || drawingTool ? (
        <Inspector
          annotations={annotations}
          tool={drawingTool}
          drawing={(kind) => (kind === 'length' && !hasScale ? { hint: NO_SCALE } : {})}
        />
      ) : cephalometry ? (
        <CephalometryBar workspace={workspace} />
      ) : (
        label && <ToolHint tool={tool} label={label} />
      )}
    </ContextStrip>
  );
}
