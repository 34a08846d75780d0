import { IconFiles, IconFileZip, IconPhoto, IconStack2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Findings, Sample } from '../inspect/inspect-files.ts';
import classes from './files-thumbnail.module.css';
import { thumbnailOf } from './make-thumbnail.ts';

/** One of the chosen images; an icon of their kind until it is decoded, and if it cannot be. */
export function FilesThumbnail({ findings }: { findings: Findings | null }) {
  const bitmap = useThumbnail(findings?.sample ?? null);
  const Icon = iconOf(findings);
  return (
    <span className={classes.frame} data-picture={bitmap !== null || undefined}>
      {bitmap ? (
        <canvas
          ref={(canvas) => canvas?.getContext('2d')?.drawImage(bitmap, 0, 0)}
          width={bitmap.width}
          height={bitmap.height}
          role="img"
          aria-label="Один из выбранных снимков"
        />
      ) : (
        <Icon size={24} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}

function useThumbnail(sample: Sample | null): ImageBitmap | null {
  const [made, setMade] = useState<{ sample: Sample; bitmap: ImageBitmap | null } | null>(null);
  useEffect(() => {
    let isShown = true;
    if (sample)
      void thumbnailOf(sample).then((bitmap) => {
        if (isShown) setMade({ sample, bitmap });
      });
    return () => {
      isShown = false;
    };
  }, [sample]);
  return made && made.sample === sample ? made.bitmap : null;
}

function iconOf(findings: Findings | null) {
  if (!findings) return IconFiles;
  if (findings.frameCount > 0) return IconStack2;
  if (findings.pictures.length > 0) return IconPhoto;
  return findings.zipCount > 0 ? IconFileZip : IconFiles;
}
