import { useEffect, useRef, useState } from 'react';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import { type Placement, toPatient } from '../volume/placement.ts';
import type { Camera } from './camera.ts';
import type { SurfacePart } from './read-glb.ts';
import classes from './rendering.module.css';
import { SurfaceRenderer } from './surface-renderer.ts';

const PART_LABELS: Record<string, string> = {
  upper: 'Верхняя челюсть и зубы',
  lower: 'Нижняя челюсть и зубы',
  otherBone: 'Другие кости',
  airway: 'Дыхательные пути',
};

interface SurfacesLayerProps {
  parts: readonly SurfacePart[];
  placement: Placement;
  camera: Camera;
  zoom: number;
  /** in CSS pixels */
  pan: Vec2;
}

/** The surfaces of the segmentation over the 3D view, in its camera, with a switch for each part. */
export function SurfacesLayer({ parts, placement, camera, zoom, pan }: SurfacesLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const renderer = useRef<SurfaceRenderer>(undefined);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (canvas.current) renderer.current = SurfaceRenderer.create(canvas.current, parts);
    return () => renderer.current?.close();
  }, [parts]);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const ratio = window.devicePixelRatio || 1;
      element.width = Math.max(1, Math.round(width * ratio));
      element.height = Math.max(1, Math.round(height * ratio));
      const extentMm = placement.size.map((count, axis) => count * placement.spacingMm[axis]!);
      const longestMm = Math.max(...extentMm);
      const mmPerPx = (longestMm * 1.15) / (Math.min(width, height) * zoom);
      const middle = extentMm.map((mm, axis) => (mm - placement.spacingMm[axis]!) / 2);
      renderer.current?.draw({
        camera: cameraInPatient(camera, placement),
        middle: toPatient(placement, [middle[0]!, middle[1]!, middle[2]!]),
        halfViewMm: [(width * mmPerPx) / 2, (height * mmPerPx) / 2],
        panMm: [pan[0] * mmPerPx, -pan[1] * mmPerPx],
        depthMm: longestMm * 2,
        hidden,
      });
    };
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    draw();
    return () => observer.disconnect();
  }, [parts, placement, camera, zoom, pan, hidden]);
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  return (
    <>
      <canvas ref={canvas} className={classes.surfaces} data-surfaces />
      <fieldset className={classes.legend}>
        <legend>3D-сегментация</legend>
        {parts.map(({ name, colour }) => (
          <label key={name}>
            <input type="checkbox" checked={!hidden.has(name)} onChange={() => toggle(name)} />
            <span style={{ background: cssColour(colour) }} aria-hidden />
            {PART_LABELS[name] ?? name}
          </label>
        ))}
        <p>Отдельные зубы не выделяются. Не для диагностики без проверки по срезам.</p>
      </fieldset>
    </>
  );
}

const cssColour = (colour: SurfacePart['colour']) =>
  `rgb(${colour
    .slice(0, 3)
    .map((part) => Math.round(part * 255))
    .join(' ')})`;

/** The camera's axes are those of the volume, which may be tilted in the patient. */
function cameraInPatient(camera: Camera, { directions: [a, b, c] }: Placement): Camera {
  const turned = ([x, y, z]: Vec3): Vec3 => [
    a[0] * x + b[0] * y + c[0] * z,
    a[1] * x + b[1] * y + c[1] * z,
    a[2] * x + b[2] * y + c[2] * z,
  ];
  return [turned(camera[0]), turned(camera[1]), turned(camera[2])];
}
