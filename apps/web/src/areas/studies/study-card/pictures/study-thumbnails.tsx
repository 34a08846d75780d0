import { Alert, Loader } from '@mantine/core';
import { IconAlertCircle, IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { preloadViewer } from '../../../viewing/online-viewer/load-viewer.ts';
import type { Opened } from '../../../viewing/online-viewer/remote-session.ts';
import { useRemoteSession } from '../../../viewing/online-viewer/use-remote-session.tsx';
import { imageCountLabel, seriesName } from '@snimok/viewer/study/labels';
import { seriesQuery } from '../../studies/queries.ts';
import { SeriesNotes } from './series-notes.tsx';
import classes from './study-thumbnails.module.css';

interface StudyThumbnailsProps {
  study: { studyID: number; imageCount: number | null };
  requestViewer: () => Promise<Opened>;
}

/** The thumbnails of a study with several series, and notes on them; a click opens the series in the viewer. */
export function StudyThumbnails({ study, requestViewer }: StudyThumbnailsProps) {
  const { data } = useQuery({ ...seriesQuery(study.studyID), enabled: (study.imageCount ?? 0) > 1 });
  const { open, pending, failure, dialog } = useRemoteSession(requestViewer);
  const [openedSeries, setOpenedSeries] = useState<number>();
  if (!data) return null;
  if (data.series.length < 2) return <SeriesNotes series={data.series} isAlone />;
  return (
    <section className={classes.section} aria-label="Серии исследования">
      <ul className={classes.list}>
        {data.series.map((one) => (
          <li key={one.series}>
            <button
              type="button"
              className={classes.series}
              disabled={pending}
              onClick={() => {
                setOpenedSeries(one.series);
                open(one.series);
              }}
              onPointerEnter={preloadViewer}
            >
              <span className={classes.picture}>
                {one.thumbnailURL ? (
                  <img src={one.thumbnailURL} alt="" loading="lazy" decoding="async" />
                ) : (
                  <IconPhoto size={28} stroke={1.4} aria-hidden />
                )}
                {pending && openedSeries === one.series && (
                  <Loader
                    className={classes.loader}
                    size="sm"
                    color="teal.5"
                    role="img"
                    aria-label="загрузка..."
                  />
                )}
              </span>
              <span className={classes.name}>{seriesName(one)}</span>
              <span className={classes.count}>{imageCountLabel(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      <SeriesNotes series={data.series} />
      {failure && (
        <Alert mt="sm" color="red" icon={<IconAlertCircle />} role="alert">
          {failure}
        </Alert>
      )}
      {dialog}
    </section>
  );
}
