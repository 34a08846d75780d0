import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Study } from '../study/study.ts';
import { TicketSession } from '../study/ticket-session.ts';
import { useBackOnline } from '../study/use-back-online.ts';
import { type StudyState, useStudy } from '../study/use-study.ts';
import { type CommandsRef, pressKey, type ViewCommands, ZOOM_STEP } from './commands.ts';
import { Action, Brightness, Glass, Message, Step, Tabs } from './controls.tsx';
import { Panorama, useImage } from './panorama.tsx';
import { Pictures, shotsOf } from './pictures.tsx';
import { paneIn, savePicture } from './save-picture.ts';
import controls from './controls.module.css';
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
  /** DD.MM.YYYY of the study */
  day: string;
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
  const { ticket, study: known, picture, day, explain, onClose, onFull, onReopen } = props;
  const [session] = useState(() => new TicketSession(ticket));
  useEffect(() => session.keepFresh(), [session]);
  const [attempt, setAttempt] = useState(0);
  const [state, fail] = useStudy(session, attempt, known);
  const study = state.kind === 'ready' ? state.study : undefined;
  const image = useImage(picture);
  const commands = useRef<ViewCommands>(undefined);
  const [brightness, setBrightness] = useState(0);
  const [view, setView] = useState<View>(picture === null ? 'slices' : 'panorama');
  const dialog = useDialog(onClose);

  const series = study?.series.find((one) => one.series === study.firstSeries) ?? study?.series[0];
  const isVolume = series ? series.kind === 'volume' : props.hasVolume;
  // the study that came with the session is known after a failure, too
  const shots = shotsOf(study ?? known);
  const isFailed = state.kind === 'failed' || state.kind === 'over';
  const retry = () => setAttempt(attempt + 1);
  useBackOnline(state.kind === 'failed' ? retry : undefined);
  const failure = isFailed && <Failure state={state} explain={explain} onReopen={onReopen} onRetry={retry} />;
  const footer = (
    <Footer
      dialog={dialog}
      commands={commands}
      brightness={brightness}
      onBrightness={isVolume && view === 'volume' ? undefined : setBrightness}
      caption={[`Снимок от ${day}`, props.centreName].filter(Boolean).join(' · ')}
      name={`${isVolume ? VIEWS.find(({ value }) => value === view)!.label : 'Снимок'} ${day}`}
    />
  );
  const shared = { session, brightness, commands, onFailed: fail };
  return (
    <dialog
      ref={dialog}
      className={classes.viewer}
      aria-label="Просмотр снимка"
      onKeyDown={(event) => handleKey(event, commands.current)}
    >
      <Header day={day} onClose={onClose} onFull={onFull} />
      <OfflineNote />
      {isVolume ? (
        <>
          <Tabs label="Что показать" value={view} options={VIEWS} onChange={setView} />
          {view !== 'panorama' && failure}
          {view === 'panorama' && (
            <Panorama {...shared} url={picture} image={image} onSlices={() => setView('slices')}>
              {footer}
            </Panorama>
          )}
          <VolumeViews
            {...shared}
            study={study}
            view={view}
            setView={setView}
            isFailed={isFailed}
            progress={progressOf(state)}
            series={series?.kind === 'volume' ? series : undefined}
          >
            {footer}
          </VolumeViews>
        </>
      ) : isFailed && (picture === null || shots.length > 1) ? (
        failure
      ) : (
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
      )}
    </dialog>
  );
}

const progressOf = (state: StudyState) => (state.kind === 'loading' ? state.progress : null);

/** What a key does to the picture; a key on a control is the control's. */
function handleKey(event: KeyboardEvent, commands: ViewCommands | undefined): void {
  const isOfControl = (event.target as HTMLElement).closest('input, [role=tab]') !== null;
  if (isOfControl || event.ctrlKey || event.altKey || event.metaKey || !commands) return;
  if (pressKey(event.key, commands)) event.preventDefault();
}

const Header = ({ day, onClose, onFull }: Pick<SimpleViewerProps, 'day' | 'onClose' | 'onFull'>) => (
  <header className={classes.header}>
    <button type="button" className={classes.close} aria-label="Закрыть" onClick={onClose}>
      ✕
    </button>
    <strong>
      <span>Снимок от </span>
      {day}
    </strong>
    <button type="button" className={classes.full} onClick={onFull}>
      Полный просмотр
    </button>
  </header>
);

interface FailureProps extends Pick<SimpleViewerProps, 'explain' | 'onReopen'> {
  state: StudyState;
  onRetry: () => void;
}

const Failure = ({ state, explain, onReopen, onRetry }: FailureProps) => (
  <div className={classes.stage}>
    {state.kind === 'over' ? (
      <Message action={<Action onClick={onReopen}>Открыть снова</Action>}>{sentences.over}</Message>
    ) : (
      state.kind === 'failed' && (
        <Message action={<Action onClick={onRetry}>Повторить</Action>}>
          {sentences.notLoaded} {explain(state.reason, sentences.unreadable)}
        </Message>
      )
    )}
  </div>
);

/** Opens the dialog over the page; Escape closes it. */
function useDialog(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const element = dialog.current;
    const cancel = (event: Event) => {
      // the page removes it
      event.preventDefault();
      close.current();
    };
    element?.addEventListener('cancel', cancel);
    element?.showModal();
    return () => element?.removeEventListener('cancel', cancel);
  }, []);
  return dialog;
}

interface FooterProps {
  dialog: RefObject<HTMLElement | null>;
  commands: CommandsRef;
  brightness: number;
  /** absent where there is nothing to make lighter */
  onBrightness: ((steps: number) => void) | undefined;
  caption: string;
  name: string;
}

/** Brightness, size and saving: the same below each picture. */
function Footer({ dialog, commands, brightness, onBrightness, caption, name }: FooterProps): ReactNode {
  const [failure, setFailure] = useState<string>();
  const save = async () => {
    const pane = paneIn(dialog.current);
    if (!pane) return setFailure(sentences.notYet);
    setFailure(undefined);
    await savePicture(pane, { caption, name }).catch(() => setFailure(sentences.notSaved));
  };
  return (
    <>
      {onBrightness && <Brightness value={brightness} onChange={onBrightness} />}
      <div className={classes.buttons}>
        <Step
          sign={<Glass sign="−" />}
          label="Мельче"
          onClick={() => commands.current?.zoom(1 / ZOOM_STEP)}
        />
        <Step sign={<Glass sign="+" />} label="Крупнее" onClick={() => commands.current?.zoom(ZOOM_STEP)} />
        <button type="button" className={`${controls.action} ${classes.save}`} onClick={() => void save()}>
          Сохранить картинку
        </button>
      </div>
      {failure && (
        <p className={classes.note} role="alert">
          {failure}
        </p>
      )}
    </>
  );
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
