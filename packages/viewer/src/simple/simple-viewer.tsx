import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { PaneImage } from '../pane/pane-image.ts';
import type { Series, Study } from '../study/study.ts';
import { TicketSession } from '../study/ticket-session.ts';
import { useBackOnline } from '../study/use-back-online.ts';
import { type StudyState, useStudy } from '../study/use-study.ts';
import { type CommandsRef, pressKey, type ViewCommands } from './commands.ts';
import { Action, Message, Tabs } from './controls.tsx';
import { Footer } from './footer.tsx';
import { Panorama, useImage } from './panorama.tsx';
import { Pictures, shotsOf } from './pictures.tsx';
import classes from './simple.module.css';
import { sentences, type View, VIEWS } from './texts.ts';
import { VolumeViews } from './volume-views.tsx';

interface SimpleViewerProps {
  /** bearer ticket of one viewer session; a new ticket needs a new `key` */
  ticket: string;
  /** the study of the ticket, if it came with the session */
  study: Study | undefined;
  /** whether the study has a volume, as far as its type says */
  hasVolume: boolean;
  /** URL of the panorama or X-ray that the page has loaded already; null if there is none */
  picture: string | null;
  /** DD.MM.YYYY of the examination, or «загружено DD.MM.YYYY» */
  day: string;
  /** `day` is that of the upload */
  isUploadDay: boolean;
  /** below a saved picture; undefined for a centre without a name */
  centreName: string | undefined;
  /** the Russian sentence for a failed call; `fallback` is for errors that are not failed calls */
  explain: (reason: unknown, fallback: string) => string;
  onClose: () => void;
  /** opens the whole viewer instead */
  onFull: () => void;
  /** requests another session, after this one has ended */
  onReopen: () => void;
}

/**
 * What a patient needs of the viewer: panorama, slices, volume, brightness and saving. It covers the page, and loads nothing
 * for its first picture but its own code.
 */
export default function SimpleViewer(props: SimpleViewerProps) {
  const { ticket, study: known, picture, day, explain, onClose, onReopen } = props;
  const [session] = useState(() => new TicketSession(ticket));
  useEffect(() => session.keepFresh(), [session]);
  const [attempt, setAttempt] = useState(0);
  const [state, fail] = useStudy(session, attempt, known);
  const image = useImage(picture);
  const commands = useRef<ViewCommands>(null);
  const [brightness, setBrightness] = useState(0);
  const [view, setView] = useState<View>(picture === null ? 'slices' : 'panorama');
  const dialog = useDialog(onClose);

  const series = firstSeriesIn(state);
  const isVolume = series ? series.kind === 'volume' : props.hasVolume;
  const retry = () => setAttempt(attempt + 1);
  useBackOnline(state.kind === 'failed' ? retry : undefined);
  const content: ContentProps = {
    shared: { session, brightness, commands, onFailed: fail },
    state,
    picture,
    image,
    failure: failureOf({ state, explain, onReopen, onRetry: retry }),
    footer: (
      <Footer
        dialog={dialog}
        commands={commands}
        brightness={brightness}
        onBrightness={isVolume && view === 'volume' ? undefined : setBrightness}
        caption={[`${titleOf(props)}${day}`, props.centreName].filter(Boolean).join(' · ')}
        name={`${nameOf(isVolume ? view : undefined)} ${day}`}
      />
    ),
  };
  return (
    <dialog
      ref={dialog}
      className={classes.viewer}
      aria-label="Просмотр снимка"
      onKeyDown={(event) => handleKey(event, commands.current)}
    >
      <Header {...props} />
      <OfflineNote />
      {isVolume ? (
        <VolumeContent {...content} series={series} view={view} setView={setView} />
      ) : (
        <PictureContent {...content} known={known} explain={explain} />
      )}
    </dialog>
  );
}

interface ContentProps {
  shared: {
    session: TicketSession;
    brightness: number;
    commands: CommandsRef;
    onFailed: (reason: unknown) => void;
  };
  state: StudyState;
  picture: string | null;
  /** null if the picture cannot be read */
  image: PaneImage | null | undefined;
  /** null while nothing has failed */
  failure: ReactNode;
  footer: ReactNode;
}

interface VolumeContentProps extends ContentProps {
  series: Series | undefined;
  view: View;
  setView: (view: View) => void;
}

function VolumeContent(props: VolumeContentProps) {
  const { shared, state, picture, image, failure, footer, series, view, setView } = props;
  return (
    <>
      <Tabs label="Что показать" value={view} options={VIEWS} onChange={setView} />
      {view === 'panorama' ? (
        <Panorama {...shared} url={picture} image={image} onSlices={() => setView('slices')}>
          {footer}
        </Panorama>
      ) : (
        failure
      )}
      <VolumeViews
        {...shared}
        study={studyIn(state)}
        view={view}
        setView={setView}
        isFailed={failure !== null}
        progress={progressOf(state)}
        series={series?.kind === 'volume' ? series : undefined}
      >
        {footer}
      </VolumeViews>
    </>
  );
}

interface PictureContentProps extends ContentProps, Pick<SimpleViewerProps, 'explain'> {
  /** the study that came with the session, which is known after a failure, too */
  known: Study | undefined;
}

function PictureContent(props: PictureContentProps) {
  const { shared, state, picture, image, failure, footer, known, explain } = props;
  const study = studyIn(state);
  const shots = shotsOf(study ?? known);
  if (failure !== null && (picture === null || shots.length > 1)) return failure;
  return (
    <Pictures
      {...shared}
      study={study}
      shots={shots}
      progress={progressOf(state)}
      explain={explain}
      early={image ?? undefined}
      url={image === null ? null : picture}
    >
      {footer}
    </Pictures>
  );
}

const studyIn = (state: StudyState): Study | undefined => (state.kind === 'ready' ? state.study : undefined);

function firstSeriesIn(state: StudyState): Series | undefined {
  if (state.kind !== 'ready') return undefined;
  const { series, firstSeries } = state.study;
  return series.find((one) => one.series === firstSeries) ?? series[0];
}

/** The name of the shown view; without a view, the name of an image that is no volume. */
const nameOf = (view: View | undefined) => VIEWS.find(({ value }) => value === view)?.label ?? 'Снимок';

const progressOf = (state: StudyState) => (state.kind === 'loading' ? state.progress : null);

/** What a key does to the picture. A key that is pressed on a control is left to the control. */
function handleKey(event: KeyboardEvent, commands: ViewCommands | null): void {
  const isOfControl = (event.target as HTMLElement).closest('input, [role=tab]') !== null;
  if (isOfControl || event.ctrlKey || event.altKey || event.metaKey || !commands) return;
  if (pressKey(event.key, commands)) event.preventDefault();
}

/** What precedes the day. */
const titleOf = ({ isUploadDay }: Pick<SimpleViewerProps, 'isUploadDay'>) =>
  isUploadDay ? 'Снимок, ' : 'Снимок от ';

const Header = (props: SimpleViewerProps) => (
  <header className={classes.header}>
    <button type="button" className={classes.close} aria-label="Закрыть" onClick={props.onClose}>
      ✕
    </button>
    <strong>
      <span>{titleOf(props)}</span>
      {props.day}
    </strong>
    <button type="button" className={classes.full} onClick={props.onFull}>
      Полный просмотр
    </button>
  </header>
);

interface Failure extends Pick<SimpleViewerProps, 'explain' | 'onReopen'> {
  state: StudyState;
  onRetry: () => void;
}

function failureOf({ state, explain, onReopen, onRetry }: Failure): ReactNode {
  if (state.kind === 'over')
    return (
      <div className={classes.stage}>
        <Message action={<Action onClick={onReopen}>Открыть снова</Action>}>{sentences.over}</Message>
      </div>
    );
  if (state.kind === 'failed')
    return (
      <div className={classes.stage}>
        <Message action={<Action onClick={onRetry}>Повторить</Action>}>
          {sentences.notLoaded} {explain(state.reason, sentences.unreadable)}
        </Message>
      </div>
    );
  return null;
}

/** Opens the dialog over the page; Escape closes it. */
function useDialog(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = dialog.current;
    const cancel = (event: Event) => {
      // the page removes it
      event.preventDefault();
      close();
    };
    element?.addEventListener('cancel', cancel);
    element?.showModal();
    return () => element?.removeEventListener('cancel', cancel);
  }, []);
  return dialog;
}

/** While the browser knows of no network: the loading continues by itself. */
function OfflineNote() {
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const changed = () => setOffline(!navigator.onLine);
    addEventListener('online', changed);
    addEventListener('offline', changed);
    return () => {
      removeEventListener('online', changed);
      removeEventListener('offline', changed);
    };
  }, []);
  return <div role="status">{isOffline && <p className={classes.note}>{sentences.offline}</p>}</div>;
}
