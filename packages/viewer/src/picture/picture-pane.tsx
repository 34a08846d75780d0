import { Loader } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { formatDay } from '../../../../apps/web/src/shared/dates.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import { asPoint } from '../annotations/annotation.ts';
import type { Paper } from '../annotations/annotation-layer.ts';
import { moveLast } from '../annotations/draw-annotation.ts';
import { AnnotationShapes } from '../annotations/annotation-shapes.tsx';
import type { Grey } from '../pane/pane-renderer.ts';
import { PaneTitle, ScaleBar } from '../pane/pane-overlays.tsx';
import { Pane, type Projection } from '../pane/pane.tsx';
import shell from '../shell/shell.module.css';
import { useStore } from '../store.ts';
import classes from './picture.module.css';
import type { Desk } from './picture-viewer.tsx';
import { pressOn } from './pointer.ts';
import { savePNG } from './save-png.ts';
import { sharpened } from './sharpen.ts';

interface PicturePaneProps {
  desk: Desk;
  grey: Grey | undefined;
  unitMm: Vec3 | undefined;
}

const CURSORS: Partial<Record<string, string>> = { tone: 'ew-resize', move: 'grab', zoom: 'zoom-in' };

/** One X-ray over the whole room. */
export function PicturePane({ desk, grey, unitMm }: PicturePaneProps) {
  const { state, marks, series, study } = desk;
  const { frame: at, tone, tool, view, sharp } = useStore(state, (all) => all);
  const marksState = useStore(marks, (all) => all);
  const room = useRef<HTMLDivElement>(null);
  const latest = useRef<Projection>(null);
  const shown = useMemo(() => (grey && sharp ? sharpened(grey) : grey), [grey, sharp]);
  const frame = series.frames[at];
  const size: Vec2 = frame ? [frame.columns, frame.rows * frame.pixelAspect] : [1, 1];
  const paper = paperOf(series.series, at, frame?.pixelAspect ?? 1, unitMm);

  useEffect(() => {
    desk.save = () => {
      const overlay = room.current?.querySelector<SVGSVGElement>('svg[aria-hidden]') ?? null;
      if (!shown || !latest.current) return;
      const { matrix, pxPerUnit } = latest.current;
      marks.set({ selected: undefined });
      const name = `${study.patientName} ${formatDay(study.createdAt)}`;
      void savePNG({ grey: shown, tone, matrix, pxPerUnit, overlay }, name);
    };
  });

  return (
    <div ref={room} className={classes.room}>
      <Pane
        label={series.description || 'Снимок'}
        grey={shown}
        size={size}
        tone={tone}
        view={view}
        onView={(change) => state.set((was) => ({ view: change(was.view) }))}
        press={(touch, button, projection) =>
          pressOn({ state, marks, paper, size }, touch, button, projection)
        }
        onHover={(touch) => touch && marks.get().draft && moveLast(marks, paper, touch.place)}
        cursor={CURSORS[tool] ?? 'crosshair'}
        overlay={(projection) => {
          latest.current = projection;
          return (
            <>
              <AnnotationShapes state={marksState} paper={paper} projection={projection} />
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
      {!unitMm && tool === 'length' && !marksState.draft && !marksState.selected && (
        <p className={shell.hint} role="status">
          Размер точки снимка неизвестен. Задайте длину известного отрезка: инструмент «Эталон длины».
        </p>
      )}
    </div>
  );
}

/** Pixel centres lie at whole numbers; pixels that are no squares are stretched downwards. */
function paperOf(series: number, frame: number, aspect: number, unitMm: Vec3 | undefined): Paper {
  return {
    on: 'picture',
    series,
    frame,
    toPoint: ([u, v]) => asPoint([u - 0.5, v / aspect - 0.5, 0]),
    toPlace: ([x, y]) => ({ place: [x + 0.5, (y + 0.5) * aspect], beside: 0 }),
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
