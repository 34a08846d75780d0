import { useDisclosure } from '@mantine/hooks';
import { IS_PUBLISHED, type StudyPhase } from '@snimok/contract/studies/study-state';
import { IconPhotoOff, IconZoomIn } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import classes from '../study-card.module.css';
import { captionOf, type PicturedStudy } from '../../studies/labels.ts';

const Lightbox = lazy(() => import('./lightbox.tsx'));

interface StudyPictureProps {
  study: PicturedStudy & { panoURL: string | null };
  /** as `studyDayAmong` names it */
  day: string;
  phase: StudyPhase;
  /** starts a session of the online viewer; undefined if it is switched off */
  requestViewer?: (() => Promise<{ remoteSessionURL: string }>) | undefined;
}

/** The panorama or the X-ray; nothing for a study without files. */
export function StudyPicture({ study, day, phase, requestViewer }: StudyPictureProps) {
  const { panoURL } = study;
  const [opened, { open, close }] = useDisclosure();
  const opener = useRef<HTMLButtonElement>(null);
  const [brokenURL, setBrokenURL] = useState<string>();
  const caption = captionOf(study, day);

  if (!panoURL && !IS_PUBLISHED[phase]) return null;
  if (!panoURL || brokenURL === panoURL) return <Missing />;
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`${classes.picture} ${classes.opener}`}
        onClick={open}
        aria-label="Открыть снимок крупно"
      >
        <img
          src={cardSize(panoURL)}
          alt={caption}
          loading="lazy"
          decoding="async"
          onError={() => setBrokenURL(panoURL)}
        />
        <span className={classes.zoom}>
          <IconZoomIn size={20} stroke={1.6} aria-hidden />
        </span>
      </button>
      <Suspense>
        {opened && (
          <Lightbox
            url={panoURL}
            caption={caption}
            requestViewer={requestViewer}
            onClose={() => {
              close();
              opener.current?.focus();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

const Missing = () => (
  <div className={`${classes.picture} ${classes.missing}`}>
    <IconPhotoOff size={32} stroke={1.4} aria-hidden />
    Изображения нет
  </div>
);

/** The URL of the same picture in the size of the card. */
export const cardSize = (panoURL: string) => `${panoURL}${panoURL.includes('?') ? '&' : '?'}size=card`;
