import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { inMm } from '../../annotations/annotation.ts';
import { AnnotationShapes } from '../../annotations/annotation-shapes.tsx';
import { crossSectionSurface } from '../../geometry/surface.ts';
import { INITIAL_VIEWPORT, projectionOf } from '../../geometry/viewport.ts';
import { drawOverlay } from '../../output/draw-overlay.ts';
import { writePdf } from '../../output/pdf.ts';
import { jpegOf, pdfBlob, PRINT_PX_PER_MM, textPicture } from '../../output/print.ts';
import { sectionPages } from '../../output/sheets.ts';
import { PaneRenderer } from '../../pane/pane-renderer.ts';
import type { VolumeRequests } from '../../volume/worker/messages.ts';
import { volumeAnnotationLayer } from '../panes/annotation-layers.ts';
import { crossSectionCut, crossSectionPositionMm, heightsOf } from '../arch/arch-cuts.ts';
import { sectionLabel, toothLabel } from '../workspace/labels.ts';
import { sectionShape } from '../workspace/reading-settings.ts';
import { curveOf, shownArch } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

const LABEL_MM = 4.5;
/** CSS pixels per millimetre of the overlay, for the thickness of its lines on paper. */
const OVERLAY_PX_PER_MM = 6;

interface SheetsRequest {
  /** numbers of the first and the last cross-section */
  from: number;
  to: number;
  annotations: boolean;
  /** ends with «Сечения» */
  caption: string;
}

/** A PDF with cross-sections at true size on A4 sheets. */
export async function printSections(workspace: Workspace, request: SheetsRequest): Promise<Blob> {
  const numbers = Array.from({ length: request.to - request.from + 1 }, (_, at) => request.from + at);
  const { crossSectionStepMm, crossSectionWidthMm, crossSectionsMirrored, jaw } = workspace.state.get();
  const { curve } = curveOf(shownArch(workspace.state.get()));
  const sections = [];
  for (const number of numbers) {
    const canvas = await drawSection(workspace, number, request.annotations);
    const widthMm = canvas.width / PRINT_PX_PER_MM;
    const heightMm = canvas.height / PRINT_PX_PER_MM;
    const tooth = toothLabel(curve, crossSectionPositionMm(number, crossSectionStepMm), jaw);
    const label = await textPicture(`${sectionLabel(number)}  ${tooth}`, crossSectionWidthMm, LABEL_MM);
    sections.push({ ...(await jpegOf(canvas, widthMm, heightMm)), label });
  }
  const cheek = crossSectionsMirrored ? 'справа' : 'слева';
  const text = `${request.caption} через ${inMm(crossSectionStepMm)}, щека ${cheek}. Масштаб 1:1`;
  const pages = sectionPages(sections, await textPicture(text, 190, 6));
  return pdfBlob(writePdf(pages, request.caption));
}

async function drawSection(workspace: Workspace, number: number, annotations: boolean) {
  const { volumeClient, state } = workspace;
  const { placement } = volumeClient;
  const { crossSectionStepMm, displayWindow } = state.get();
  const arch = curveOf(shownArch(state.get()));
  const alongMm = crossSectionPositionMm(number, crossSectionStepMm);
  const shape = sectionShape(state.get());
  const heights = heightsOf(placement, arch);
  const surface = crossSectionSurface(arch, alongMm, shape.widthMm, heights, shape.mirrored);
  const cut = crossSectionCut(placement, arch, alongMm, false, shape);
  const slice = await new Promise<VolumeRequests['sheet']['response']>((resolve) =>
    volumeClient.request('sheets', 'sheet', cut, resolve),
  );
  const [widthMm, heightMm] = surface.sizeMm;
  const image = { ...slice, pixelSize: [widthMm / slice.width, heightMm / slice.height] as const };
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(widthMm * PRINT_PX_PER_MM);
  canvas.height = Math.round(heightMm * PRINT_PX_PER_MM);
  new PaneRenderer(canvas).draw(image, displayWindow, [1, 0, 0, 1, 0, 0], PRINT_PX_PER_MM);
  if (!annotations) return canvas;
  const { sleeveMm } = workspace.annotations.get().plan;
  const half = shape.slabMm / 2;
  const near = Math.max(crossSectionStepMm / 2, half);
  const layer = volumeAnnotationLayer(workspace, surface, near, [-half, half], sleeveMm);
  const pane = [widthMm * OVERLAY_PX_PER_MM, heightMm * OVERLAY_PX_PER_MM] as const;
  const projection = projectionOf(INITIAL_VIEWPORT, { pane, picture: surface.sizeMm });
  const shapes = (
    <AnnotationShapes state={workspace.annotations.get()} layer={layer} projection={projection} />
  );
  await withSVG(pane, shapes, (overlay) => drawOverlay(canvas, overlay));
  return canvas;
}

/** Renders SVG content into the page, where its styles apply, but not onto the screen. */
async function withSVG(
  [width, height]: readonly [number, number],
  content: ReactNode,
  use: (svg: SVGSVGElement) => Promise<void>,
): Promise<void> {
  const host = document.createElement('div');
  host.style.cssText = 'position:fixed;left:-10000px;top:0';
  document.body.append(host);
  const root = createRoot(host);
  try {
    flushSync(() =>
      root.render(
        <svg width={width} height={height}>
          {content}
        </svg>,
      ),
    );
    await use(host.querySelector('svg')!);
  } finally {
    root.unmount();
    host.remove();
  }
}
