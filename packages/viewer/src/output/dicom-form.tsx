import { Button, Group, Text } from '@mantine/core';
import { IconPhotoDown, IconRulerMeasure } from '@tabler/icons-react';
import { type DicomSource, type ImageReference, readSource } from '@snimok/imaging/export/dicom-source';
import { measurementReport } from '@snimok/imaging/export/measurement-report';
import { secondaryCapture } from '@snimok/imaging/export/secondary-capture';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import type { Series } from '../study/study.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import type { ViewerSession } from '../study/viewer-session.ts';
import { captionText } from './caption.ts';
import { drawPane, withCaption } from './draw-pane.ts';
import type { Output } from './output-dialog.tsx';
import classes from './output.module.css';
import { type AuthoredAnnotations, reportedMeasurements } from './reported-measurements.ts';
import { saveFile } from './save-file.ts';

interface DicomFormProps extends Pick<Parameters<typeof reportedMeasurements>[1], 'toothOf'> {
  session: ViewerSession;
  series: Series;
  annotations: AnnotationsStore;
  output: Output;
  /** of X-rays: the frame that is shown, and millimetres per pixel of a frame */
  pictures?: { shown: number; unitMmOf: (frame: number) => Vec3 | undefined };
}

/** The shown picture and the measurements as DICOM files of the study, for archives and other viewers. */
export function DicomForm({ session, series, annotations, output, pictures, toothOf }: DicomFormProps) {
  const host = useViewerHost();
  const { study, pane, content, caption, run, isRunning } = output;
  const { seriesInstanceUID } = series;
  if (!seriesInstanceUID) return null;
  // a volume can be a part of its DICOM series
  const leftOut = series.kind === 'volume' ? series.leftOut : [];
  const name = `Исследование ${study.studyID}`;
  const savePicture = async () => {
    const source = await sourceOf(session, seriesInstanceUID, leftOut);
    if (!source) return NO_SOURCE;
    const scale = window.devicePixelRatio || 1;
    const text = captionText(study, caption, pane.label, host);
    const drawn = await drawPane(pane, content, scale);
    const canvas = text ? withCaption(drawn, text, scale) : drawn;
    const { width, height } = canvas;
    const { picture } = pane;
    const bytes = secondaryCapture(
      source,
      {
        width,
        height,
        rgba: canvas.getContext('2d')!.getImageData(0, 0, width, height).data,
        pixelMm: picture?.mmPerUnit && picture.mmPerUnit / (picture.projection.pxPerUnit * scale),
        description: pane.label,
        namesPatient: caption === 'patient',
      },
      pictures ? compact(imageOf(series, source, pictures.shown)) : wholeSeries(source),
    );
    save(bytes, `${name}, ${pane.label}.dcm`);
    return undefined;
  };
  const saveMeasurements = async () => {
    const [source, authors] = await Promise.all([
      sourceOf(session, seriesInstanceUID, leftOut),
      authorsOf(session, annotations),
    ]);
    if (!source) return NO_SOURCE;
    const measurements = reportedMeasurements(authors, {
      series: series.series,
      unitMmOf: (frame) => pictures?.unitMmOf(frame),
      imageOf: (frame) => imageOf(series, source, frame),
      toothOf,
    });
    if (measurements.length === 0) return 'На снимках этой серии ничего не измерено.';
    save(measurementReport(source, measurements), `${name}, измерения.dcm`);
    return undefined;
  };
  return (
    <section className={classes.section} aria-label="Файлы DICOM">
      <Text fw={600}>Файлы DICOM</Text>
      <Text size="sm" c="dimmed">
        Для архива и других программ. В файлах есть данные пациента и ссылки на исходные снимки. Размеры на
        развёрнутой панораме в отчёт не входят.
      </Text>
      <Group gap="sm" mt="xs">
        <Button
          variant="default"
          leftSection={<IconPhotoDown size={18} />}
          disabled={isRunning}
          onClick={() => run(savePicture)}
        >
          Вид как снимок DICOM
        </Button>
        <Button
          variant="default"
          leftSection={<IconRulerMeasure size={18} />}
          disabled={isRunning}
          onClick={() => run(saveMeasurements)}
        >
          Измерения (DICOM SR)
        </Button>
      </Group>
    </section>
  );
}

const NO_SOURCE = 'В файлах исследования нет номеров, на которые мог бы сослаться новый файл DICOM.';

const save = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  saveFile(new Blob([bytes], { type: 'application/dicom' }), name);

const sourceOf = async (
  session: ViewerSession,
  seriesUID: string,
  leftOut: readonly string[] | undefined,
): Promise<DicomSource | undefined> => readSource(await session.seriesMetadata(seriesUID), leftOut);

const compact = (image: ImageReference | undefined): ImageReference[] => (image ? [image] : []);
const wholeSeries = ({ instances }: DicomSource): ImageReference[] =>
  instances.map((instance) => ({ instance, frame: null }));

/** A rendition of an earlier version does not say which image a frame was made of, unless there is only one. */
function imageOf(series: Series, { instances }: DicomSource, frame: number): ImageReference | undefined {
  if (series.kind !== 'pictures') return undefined;
  const from = series.frames[frame]?.source;
  const isOnly = series.frames.length === 1 && instances.length === 1;
  const instance = from
    ? instances.find(({ sopInstanceUID }) => sopInstanceUID === from.sopInstanceUID)
    : isOnly
      ? instances[0]
      : undefined;
  return instance && { instance, frame: instance.frames > 1 ? (from?.frame ?? 1) : null };
}

/** The annotations as they are on the screen; the server knows the name of their author. */
async function authorsOf(
  session: ViewerSession,
  annotations: AnnotationsStore,
): Promise<AuthoredAnnotations[]> {
  const { own, others, saving } = annotations.get();
  const saved = saving === 'local' || own.length === 0 ? [] : (await session.annotations()).authors;
  const authorName = saved.find((author) => author.own)?.authorName ?? '';
  return [{ authorName, marks: own }, ...others];
}
