import { spaceToPlane } from '@snimok/imaging/panorama/plane';
import type { SheetCut } from '@snimok/imaging/volume/sheet';
import type { Annotation } from '../../annotations/annotation.ts';
import { bodiesOn } from '../../annotations/annotation-body.ts';
import { isUnchecked } from '../../annotations/canal.ts';
import { clearancesIn, type ImplantClearances, isTooNear, solidsIn } from '../../annotations/clearances.ts';
import { middleOf } from '../../annotations/implant.ts';
import type { ImplantTooth } from '../../annotations/labels.ts';
import { nearestOnCurve } from '../../geometry/arch.ts';
import { crossSectionSurface, panoramaSurface, type Surface } from '../../geometry/surface.ts';
import { lengthAlong } from '@snimok/imaging/export/measures';
import { clamp, type Vec2 } from '../../geometry/vectors.ts';
import { drawPlanPicture, type DrawnBody, type PlanPicture } from '../../planning/plan-picture.ts';
import { type Density, requestDensity } from '../../planning/use-density.ts';
import type { PlanReport } from '../../study/study.ts';
import { joinParts } from '../../volume/voxels/measure-rod.ts';
import type { Cut } from '../../volume/worker/messages.ts';
import { fromPatient } from '../../volume/voxels/placement.ts';
import {
  crossSectionCut,
  crossSectionNumber,
  heightsOf,
  panoramaCut,
  PLAN_SECTION,
  shiftedArch,
} from '../arch/arch-cuts.ts';
import { toothOfImplant } from '../workspace/implants.ts';
import { curveOf, hasArch, shownArch } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The report has at most so many implants. */
const MAX_IMPLANTS = 24;
/** How far the section of an implant extends beyond both of its ends. */
const AROUND_MM = 10;
const SECTION_PX_PER_MM = 14;
const PANORAMA_PX_PER_MM = 9;

const plannedImplants = ({ annotations, series }: Workspace): Annotation[] => {
  const { own, others } = annotations.get();
  return solidsIn({ own, others, draft: undefined })
    .filter(({ kind, series: its }) => kind === 'implant' && its === series.series)
    .slice(0, MAX_IMPLANTS);
};

/** The plan as a PDF, which the server writes from the pictures and measurements made here. */
export async function writePlan(workspace: Workspace): Promise<Blob> {
  const { annotations, session, state } = workspace;
  const { sleeveMm, warnMm } = annotations.get().plan;
  const implants = plannedImplants(workspace);
  const archAvailable = hasArch(state.get());
  const panorama = archAvailable ? await pictureOfPanorama(workspace, implants) : null;
  const planned: PlanReport['implants'] = [];
  for (const implant of implants) planned.push(await measured(workspace, implant, archAvailable));
  const hasUncheckedCanal = solidsIn(annotations.get()).some(isUnchecked);
  const { report } = await session.writePlan({
    sleeveMm,
    warnMm,
    panorama,
    hasUncheckedCanal,
    implants: planned,
  });
  const bytes = Uint8Array.from(atob(report), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: 'application/pdf' });
}

async function measured(
  workspace: Workspace,
  implant: Annotation,
  archAvailable: boolean,
): Promise<PlanReport['implants'][number]> {
  const { volumeClient, annotations, state } = workspace;
  const density = await new Promise<Density>((resolve) => requestDensity(volumeClient, implant, resolve));
  const [first = null, second = null, third = null] = joinParts(density.parts, 3);
  const section = archAvailable ? await pictureOfSection(workspace, implant) : undefined;
  return {
    product: implant.product ?? null,
    diameterMm: implant.sizeMm ?? 1,
    lengthMm: clamp(lengthAlong(implant.points), 1, 60),
    ...distancesOf(clearancesIn(annotations.get()).get(implant.markID)),
    thirds: [first, second, third],
    ...toothIn(toothOfImplant(workspace, implant)),
    section: section
      ? Math.max(1, crossSectionNumber(section.alongMm, state.get().crossSectionStepMm))
      : null,
    picture: section?.picture ?? null,
  };
}

const distancesOf = (clearances: ImplantClearances | undefined) => ({
  canalMm: clearances?.canal?.mm ?? null,
  implantMm: clearances?.implant?.mm ?? null,
});

const toothIn = (tooth: ImplantTooth | undefined) => ({
  tooth: tooth?.number ?? null,
  isToothEntered: tooth?.isEntered ?? false,
});

/** The cross-section through the middle of an implant, as high as the implant and its surroundings. */
async function pictureOfSection(
  workspace: Workspace,
  implant: Annotation,
): Promise<{ picture: PlanPicture | null; alongMm: number }> {
  const { volumeClient, state } = workspace;
  const grid = volumeClient.placement;
  const arch = curveOf(shownArch(state.get()));
  const points = implant.points.map((point) => fromPatient(grid, point));
  const middle = middleOf(points[0]!, points[1]!);
  const { alongMm } = nearestOnCurve(arch.curve, spaceToPlane(arch.plane, [...middle]));
  const surface = crossSectionSurface(arch, alongMm, PLAN_SECTION.widthMm, heightsOf(grid, arch));
  const heights = points.map((point) => surface.toPosition(point).position[1]);
  const top = clamp(Math.min(...heights) - AROUND_MM, 0, surface.sizeMm[1]);
  const bottom = clamp(Math.max(...heights) + AROUND_MM, 0, surface.sizeMm[1]);
  const cut = crossSectionCut(grid, arch, alongMm, false, PLAN_SECTION);
  const picture = await drawn(
    workspace,
    cut,
    surface,
    [0, 0],
    [0, top],
    [PLAN_SECTION.widthMm, bottom - top],
    SECTION_PX_PER_MM,
    [implant],
  );
  return { picture, alongMm };
}

function pictureOfPanorama(
  workspace: Workspace,
  implants: readonly Annotation[],
): Promise<PlanPicture | null> {
  const { volumeClient, state } = workspace;
  const { panoramaSlabMm, panoramaShiftMm, panoramaBlend } = state.get();
  const grid = volumeClient.placement;
  const arch = shiftedArch(curveOf(shownArch(state.get())), panoramaShiftMm);
  const surface = panoramaSurface(arch, heightsOf(grid, arch));
  const cut = panoramaCut(grid, arch, panoramaSlabMm, false, panoramaBlend);
  const half = panoramaSlabMm / 2;
  return drawn(workspace, cut, surface, [-half, half], [0, 0], surface.sizeMm, PANORAMA_PX_PER_MM, implants);
}

/** Draws a cut with all implants and canals; `numbered` have their number in the plan beside them. */
async function drawn(
  { volumeClient, annotations, state }: Workspace,
  cut: SheetCut,
  surface: Surface,
  slabMm: Vec2,
  fromMm: Vec2,
  sizeMm: Vec2,
  pxPerMm: number,
  numbered: readonly Annotation[],
): Promise<PlanPicture | null> {
  const slice = await new Promise<Cut>((resolve) =>
    volumeClient.request('plan picture', 'sheet', cut, resolve),
  );
  const all = annotations.get();
  const clearances = clearancesIn(all);
  const bodyOf = bodiesOn(
    surface,
    slabMm,
    (point) => fromPatient(volumeClient.placement, point),
    all.plan.sleeveMm,
  );
  const implants = solidsIn(all).filter(({ kind }) => kind === 'implant');
  const bodies = solidsIn(all).map((solid): DrawnBody => {
    const found = clearances.get(solid.markID);
    return {
      body: bodyOf(solid),
      kind: solid.kind === 'implant' ? 'implant' : 'canal',
      isWarned: found !== undefined && isTooNear(found, all.plan.warnMm),
      isUnchecked: isUnchecked(solid),
      ...(numbered.includes(solid) && { label: String(implants.indexOf(solid) + 1) }),
    };
  });
  return drawPlanPicture({
    image: {
      ...slice,
      pixelSize: [surface.sizeMm[0] / slice.width, surface.sizeMm[1] / slice.height],
    },
    displayWindow: state.get().displayWindow,
    fromMm,
    sizeMm,
    bodies,
    pxPerMm,
  });
}
