import {
  IconArrowBackUp,
  IconChevronLeft,
  IconChevronRight,
  IconCircleHalf2,
  IconDownload,
  IconFlipHorizontal,
  IconFlipVertical,
  IconRefresh,
  IconRotate2,
  IconRotateClockwise,
  IconSparkles,
} from '@tabler/icons-react';
import classes from '../shell/shell.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { ToolGroups } from '../shell/tool-groups.tsx';
import { useStore } from '../store.ts';
import { type Desk, showFrame } from './picture-viewer.tsx';
import { beginning, type PictureTool } from './state.ts';
import { TOOLS } from './tools.ts';

export const takeTool = ({ state, marks }: Desk, tool: PictureTool) => {
  state.set({ tool });
  marks.set({ draft: undefined, selected: undefined, shown: true });
};

export const turn = ({ state }: Desk, quarters: number) =>
  state.set(({ view }) => ({ view: { ...view, turns: (view.turns + quarters + 4) % 4 } }));

/** As one sees it, whichever way it is turned; upside down is half a turn and a mirror. */
export const flip = ({ state }: Desk, way: 'across' | 'down') =>
  state.set(({ view }) => {
    const isLying = view.turns % 2 === 1;
    const half = (way === 'down') !== isLying ? 2 : 0;
    return { view: { ...view, mirrored: !view.mirrored, turns: (view.turns + half) % 4 } };
  });

export const invert = ({ state }: Desk) =>
  state.set(({ tone }) => ({ tone: { ...tone, inverted: !tone.inverted } }));
export const sharpen = ({ state }: Desk) => state.set(({ sharp }) => ({ sharp: !sharp }));

export const reset = ({ state, series }: Desk) => {
  const { frame: at, tool } = state.get();
  const frame = series.frames[at];
  if (frame) state.set({ ...beginning(frame, at), tool });
};

export function PictureTools({ desk }: { desk: Desk }) {
  const { tool, tone, sharp, frame: at } = useStore(desk.state, (all) => all);
  const { frames } = desk.series;
  return (
    <div className={classes.tools} role="toolbar" aria-label="Инструменты">
      <ToolGroups groups={TOOLS} taken={tool} onTake={(name) => takeTool(desk, name)} />
      <ToolButton icon={IconRotate2} label="Повернуть влево" shortcut="[" onClick={() => turn(desk, -1)} />
      <ToolButton
        icon={IconRotateClockwise}
        label="Повернуть вправо"
        shortcut="]"
        onClick={() => turn(desk, 1)}
      />
      <ToolButton
        icon={IconFlipHorizontal}
        label="Отразить слева направо"
        shortcut="H"
        onClick={() => flip(desk, 'across')}
      />
      <ToolButton
        icon={IconFlipVertical}
        label="Отразить сверху вниз"
        shortcut="J"
        onClick={() => flip(desk, 'down')}
      />
      <ToolButton
        icon={IconCircleHalf2}
        label="Негатив"
        shortcut="X"
        pressed={tone.inverted !== frames[at]?.inverted}
        onClick={() => invert(desk)}
      />
      <ToolButton
        icon={IconSparkles}
        label="Резче"
        shortcut="E"
        pressed={sharp}
        onClick={() => sharpen(desk)}
      />
      <span className={classes.divider} />
      {frames.length > 1 && (
        <>
          <ToolButton
            icon={IconChevronLeft}
            label="Предыдущий снимок"
            shortcut="←"
            disabled={at === 0}
            onClick={() => showFrame(desk, at - 1)}
          />
          <ToolButton
            icon={IconChevronRight}
            label="Следующий снимок"
            shortcut="→"
            disabled={at === frames.length - 1}
            onClick={() => showFrame(desk, at + 1)}
          />
        </>
      )}
      <ToolButton icon={IconArrowBackUp} label="Отменить" shortcut="Ctrl+Z" onClick={desk.marks.undo} />
      <ToolButton icon={IconRefresh} label="Показать всё заново" shortcut="R" onClick={() => reset(desk)} />
      <ToolButton
        icon={IconDownload}
        label="Сохранить как PNG"
        shortcut="Ctrl+S"
        onClick={() => desk.save()}
      />
    </div>
  );
}
