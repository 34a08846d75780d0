import { annotationCaptions } from './scene-captions.ts';
import classes from '../annotations/annotations.module.css';
import type { Annotation } from '../annotations/annotation.ts';
import type { DrawnAnnotations } from '../annotations/annotations-store.ts';
import type { ImplantTooth } from '../annotations/labels.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { toPane, type View } from '../rendering/view.ts';
import sceneClasses from './scene.module.css';

interface SceneOverlayProps {
  view: View;
  /** the crosshair, in the volume's millimetres */
  cursor: Vec3;
  annotations: DrawnAnnotations;
  series: number;
  toVolume: (point: Vec3) => Vec3;
  toothOf: (implant: Annotation) => ImplantTooth | undefined;
}

/** The crosshair, the captions of implants and the handles of the selected one, over the picture. */
export function SceneOverlay(props: SceneOverlayProps) {
  const { view, cursor, annotations, series, toVolume, toothOf } = props;
  const [x, y] = toPane(view, cursor).px;
  const [width, height] = view.pane;
  const { own, selected, shown } = annotations;
  const implant = shown
    ? own.find(({ markID, kind, on }) => markID === selected && kind === 'implant' && on === 'volume')
    : undefined;
  return (
    <svg className={sceneClasses.overlay} width={width} height={height} aria-hidden>
      <g data-lines data-crosshair className={sceneClasses.crosshair} transform={`translate(${x} ${y})`}>
        <circle r={7} />
        <path d="M-18 0 H-7 M7 0 H18 M0 -18 V-7 M0 7 V18" />
      </g>
      {annotationCaptions(annotations, series, view, toVolume, toothOf).map(
        ({ key, owner, kind, at, text, isWarning }) => (
          <g
            key={key}
            className={classes.annotation}
            data-kind={kind}
            data-owner={owner}
            data-warned={isWarning || undefined}
          >
            <text className={classes.caption}>
              {text.split('\n').map((line, index) => (
                <tspan key={index} x={at[0]} y={at[1] + index * LINE_PX}>
                  {line}
                </tspan>
              ))}
            </text>
          </g>
        ),
      )}
      {implant && (
        <g className={classes.annotation} data-kind="implant">
          {implant.points.map((point, at) => {
            const { px } = toPane(view, toVolume(point));
            return (
              <circle
                key={at}
                cx={px[0]}
                cy={px[1]}
                r={6}
                className={classes.handle}
                data-handle={at === 0 ? 'head' : 'apex'}
              />
            );
          })}
        </g>
      )}
    </svg>
  );
}

const LINE_PX = 17;
