import { Loader } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { formatDay } from '../../../../apps/web/src/shared/dates.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import { asPoint } from '../annotations/annotation.ts';
import type { AnnotationLayer } from '../annotations/annotation-layer.ts';
import { moveLastPoint } from '../annotations/draw-annotation.ts';
import { AnnotationShapes } from '../annotations/annotation-shapes.tsx';
import type { PaneImage } from '../pane/pane-renderer.ts';
import { PaneTitle, ScaleBar } from '../pane/pane-overlays.tsx';
import { Pane, type Projection } from '../pane/pane.tsx';
import shell from '../shell/shell.module.css';
import { useStore } from '../store.ts';
import classes from './picture.module.css';
import type { PictureWorkspace } from './picture-viewer.tsx';
import { startToolDrag } from './pointer.ts';
import { savePNG } from './save-png.ts';
import { sharpened } from './sharpen.ts';

interface PicturePaneProps {
  workspace: PictureWorkspace;
  grey: PaneImage | undefined;
  unitMm: Vec3 | undefined;
}

const CURSORS: Partial<Record<string, string>> = { window: 'ew-resize', move: 'grab', zoom: 'zoom-in' };

/** One X-ray over the whole room. */
export function PicturePane({ workspace, grey, unitMm }: PicturePaneProps) {
  const { state, annotations, series, study } = workspace;
  const { frame: at, displayWindow, tool, viewport, sharp } = useStore(state, (all) => all);
  const annotationsState = useStore(annotations, (all) => all);
  const room = useRef<HTMLDivElement>(null);
  const latest = useRef<Projection>(null);
  const shown = useMemo(() => (grey && sharp ? sharpened(grey) : grey), [grey, sharp]);
  const frame = series.frames[at];
  const size: Vec2 = frame ? [frame.columns, frame.rows * frame.pixelAspect] : [1, 1];
  const layer = paperOf(series.series, at, frame?.pixelAspect ?? 1, unitMm);

  useEffect(() => {
    workspace.save = () => {
      const overlay = room.current?.querySelector<SVGSVGElement>('svg[aria-hidden]') ?? null;
      if (!shown || !latest.current) return;
      const { matrix, pxPerUnit } = latest.current;
      annotations.set({ selected: undefined });
      const name = `${study.patientName} ${formatDay(study.createdAt)}`;
      void savePNG({ grey: shown, displayWindow, matrix, pxPerUnit, overlay }, name);
    };
  });

  return (
    <div ref={room} className={classes.room}>
      <Pane
        label={series.description || 'Снимок'}
        image={shown}
        size={size}
        displayWindow={displayWindow}
        viewport={viewport}
        onViewport={(change) => state.set((was) => ({ viewport: change(was.viewport) }))}
        startDrag={(pointer, button, projection) =>
          startToolDrag({ state, annotations, layer, size }, pointer, button, projection)
        }
        onHover={(pointer) =>
          pointer && annotations.get().draft && moveLastPoint(annotations, layer, pointer.position)
        }
        cursor={CURSORS[tool] ?? 'crosshair'}
        overlay={(projection) => {
          latest.current = projection;
          return (
            <>
              <AnnotationShapes state={annotationsState} layer={layer} projection={projection} />
              {unitMm && <ScaleBar {...projection} pxPerUnit={projection.pxPerUnit / unitMm[0]} />}
            </>
          );
        }}
      >
        <PaneTitle name={series.description || 'Снимок'}>
          {series.frames.length > 1 && `${at + 1} из ${series.frames.length} · `}
          {scaleWords(frame?.measuredAt ?? null, unitMm, frame?.spacingMm !== null)}
        </PaneTitle>
        {!grey && <Loader className={classes.loader} color="teal.5" aria-label="загрузка..." />}
      </Pane>
      {!unitMm && tool === 'length' && !annotationsState.draft && !annotationsState.selected && (
        <p className={shell.hint} role="status">
          Размер точки снимка неизвестен. Задайте длину известного отрезка: инструмент «Эталон длины».
        </p>
      )}
    </div>
  );
}

/** Pixel centres lie at whole numbers; pixels that are no squares are stretched downwards. */
function paperOf(series: number, frame: number, aspect: number, unitMm: Vec3 | undefined): AnnotationLayer {
  return {
    on: 'picture',
    series,
    frame,
    toPoint: ([u, v]) => asPoint([u - 0.5, v / aspect - 0.5, 0]),
    toPosition: ([x, y]) => ({ position: [x + 0.5, (y + 0.5) * aspect], offset: 0 }),
    reach: 0,
    unitMm,
  };
}

/** What one may think of the lengths. */
function scaleWords(
  measuredAt: 'patient' | 'detector' | null,
  unitMm: Vec3 | undefined,
  isWritten: boolean,
): string {
  if (!unitMm) return 'без масштаба';
  if (!isWritten) return 'масштаб по эталону';
  return measuredAt === 'detector' ? 'размеры без поправки на увеличение' : '';
}
