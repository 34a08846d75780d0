import { type ReactNode, type RefObject, useState } from 'react';
import { type CommandsRef, ZOOM_STEP } from './commands.ts';
import { Brightness, Glass, Step } from './controls.tsx';
import controls from './controls.module.css';
import { paneIn, savePicture } from './save-picture.ts';
import classes from './simple.module.css';
import { sentences } from './texts.ts';

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
export function Footer({
  dialog,
  commands,
  brightness,
  onBrightness,
  caption,
  name,
}: FooterProps): ReactNode {
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
