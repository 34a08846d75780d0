import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { AXIS_OF, layersOf, type Plane } from '../cbct/workspace/layers.ts';
import { type Poster, posterImage, readPoster, voxelOf } from '../cbct/workspace/poster.ts';
import { useCut } from '../cbct/panes/use-cut.ts';
import { sliceSurface } from '../geometry/surface.ts';
import { clamp, type Vec2, type Vec3 } from '../geometry/vectors.ts';
import { INITIAL_VIEWPORT } from '../geometry/viewport.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import type { VolumeSeries } from '../study/study.ts';
import type { Placement } from '../volume/voxels/placement.ts';
import type { VolumeClient } from '../volume/worker/volume-client.ts';
import { type CommandsRef, useCommands } from './commands.ts';
import { Choice, Stepper } from './controls.tsx';
import { PicturePane } from './picture-pane.tsx';
import classes from './simple.module.css';
import { EDGES, PLANES } from './texts.ts';
import { zoomedBy } from './zoomed.ts';

/** What is shown of the slices; kept while another view is shown. */
export interface SlicesState {
  plane: Plane;
  /** a point of all slices; undefined until the user moves from the first ones */
  point: Vec3 | undefined;
}

interface SlicesProps {
  volumeClient: VolumeClient;
  series: VolumeSeries;
  poster: Poster | null | undefined;
  state: SlicesState;
  onState: (state: SlicesState) => void;
  lookAt: (slice: number) => void;
  brightness: number;
  commands: CommandsRef;
  /** below the picture */
  children: ReactNode;
}

/** The slices of a volume, one at a time, with one slider. */
export function Slices(props: SlicesProps) {
  const { volumeClient, series, poster, state, onState, lookAt, brightness } = props;
  const { placement } = volumeClient;
  const { plane } = state;
  const [viewport, setViewport] = useState(INITIAL_VIEWPORT);
  const first = useMemo(() => firstPoint(placement, series, poster), [placement, series, poster]);
  const point = state.point ?? first;
  const axis = AXIS_OF[plane];
  const { step, count, indexOf, moved } = layersOf(placement, undefined, axis);
  const index = clamp(indexOf(point), 0, count - 1);
  const { sizeMm } = useMemo(
    () => sliceSurface(placement, axis, index * step),
    [placement, axis, index, step],
  );
  const cut = useMemo(() => ({ axis, index, slices: 1, blend: 'mean' as const }), [axis, index]);
  const image = useCut(volumeClient, 'slice', 'slice', cut, sizeMm, usePoster(props, point, first, sizeMm));
  const shownSlice = layersOf(placement, undefined, 2).indexOf(point);
  useEffect(() => lookAt(shownSlice), [lookAt, shownSlice]);

  const show = (slice: number) => onState({ plane, point: moved(point, clamp(slice, 0, count - 1)) });
  // scrolls in the direction of the slider, to the back or down; in axial slices, down is towards the first slice
  const scroll = (by: number) => show(index + (plane === 'axial' ? -by : by));
  const value = plane === 'axial' ? count - 1 - index : index;
  useCommands(props.commands, {
    arrow: (right, down) => scroll(right || down),
    zoom: (factor) => setViewport((before) => zoomedBy(before, factor)),
  });
  return (
    <>
      <div className={classes.stage}>
        <PicturePane
          label="Срез"
          image={image}
          size={sizeMm}
          displayWindow={{ ...series.window, inverted: series.inverted }}
          brightness={brightness}
          viewport={viewport}
          onViewport={setViewport}
          onScroll={scroll}
          edges={EDGES[plane]}
        />
        <Progress volumeClient={volumeClient} />
      </div>
      <div className={classes.controls}>
        <Choice
          label="Откуда смотреть"
          value={plane}
          options={PLANES}
          onChange={(chosen) => {
            setViewport(INITIAL_VIEWPORT);
            onState({ plane: chosen, point });
          }}
        />
        <Stepper
          label="Листать срезы"
          ends={['Предыдущий срез', 'Следующий срез']}
          value={value}
          count={count}
          onChange={(to) => show(plane === 'axial' ? count - 1 - to : to)}
        />
        {props.children}
      </div>
    </>
  );
}

const firstPoint = (placement: Placement, series: VolumeSeries, poster: Poster | null | undefined): Vec3 => {
  if (poster?.series === series.series) return voxelOf(poster, placement);
  const { size, spacingMm } = placement;
  return [0, 1, 2].map((axis) => Math.floor(size[axis]! / 2) * spacingMm[axis]!) as unknown as Vec3;
};

/** The picture of the first slices that came with the study, until the voxels have arrived. */
function usePoster(
  { volumeClient: { placement }, series, poster, state: { plane } }: SlicesProps,
  point: Vec3,
  first: Vec3,
  sizeMm: Vec2,
): PaneImage | undefined {
  const [planes, setPlanes] = useState<Awaited<ReturnType<typeof readPoster>>>();
  const [widthMm, heightMm] = sizeMm;
  useEffect(() => {
    let isWanted = true;
    if (poster?.series !== series.series) return;
    readPoster(poster, placement).then(
      (read) => isWanted && setPlanes(read),
      // the pane waits for the voxels
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [poster, series, placement]);
  const axis = AXIS_OF[plane];
  const isFirst = point[axis] === first[axis];
  return useMemo(
    () => (planes && isFirst ? posterImage(planes[axis], series.window, [widthMm, heightMm]) : undefined),
    [planes, isFirst, axis, series, widthMm, heightMm],
  );
}

/** How much of the volume has arrived; nothing once all of it has. */
function Progress({ volumeClient }: { volumeClient: VolumeClient }) {
  const arrived = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.arrived);
  if (arrived >= volumeClient.sliceCount) return null;
  return (
    <progress
      className={classes.progress}
      aria-label="Загрузка снимка"
      max={volumeClient.sliceCount}
      value={arrived}
    />
  );
}
