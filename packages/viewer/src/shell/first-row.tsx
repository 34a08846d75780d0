import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './shell.module.css';
import { ToolButton } from '../controls/tool-button.tsx';

interface FirstRowProps {
  /** label of the button that shows the further rows */
  more: string;
  side: 'bottom' | 'top';
  /** a choice in the further rows hides them again */
  closesOnChoice?: boolean;
  children: ReactNode;
}

/**
 * Controls in one row; where it is too short, a button shows the others in further rows. What stands beside them, such as
 * the title of the study, never moves or shrinks for them.
 */
export function FirstRow({ more, side, closesOnChoice = false, children }: FirstRowProps) {
  const rows = useRef<HTMLDivElement>(null);
  const [isOpened, setIsOpened] = useState(false);
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const list = rows.current!;
    const update = () => setOverflows(hideFurtherRows(list, isOpened));
    update();
    const sizes = new ResizeObserver(update);
    sizes.observe(list);
    const changes = new MutationObserver(update);
    changes.observe(list, { childList: true });
    const close = () => closesOnChoice && setIsOpened(false);
    list.addEventListener('click', close);
    return () => {
      list.removeEventListener('click', close);
      sizes.disconnect();
      changes.disconnect();
    };
  }, [isOpened, closesOnChoice]);
  return (
    <>
      <div className={classes.controls} data-opened={isOpened || undefined}>
        <div ref={rows} className={classes.controlRows}>
          {children}
        </div>
      </div>
      {(overflows || isOpened) && (
        <ToolButton
          icon={IconDots}
          label={isOpened ? 'Свернуть' : more}
          side={side}
          pressed={isOpened}
          onClick={() => setIsOpened(!isOpened)}
        />
      )}
    </>
  );
}

/**
 * Marks the controls below the first row, so that neither the keyboard nor a screen reader finds what is not seen. Returns
 * whether there are any.
 */
function hideFurtherRows(list: HTMLElement, areShown: boolean): boolean {
  // dividers are not displayed in a row
  const controls = [...list.children].filter(
    (child) => child instanceof HTMLElement && child.offsetHeight > 0,
  ) as HTMLElement[];
  const first = controls.toSorted((one, other) => one.offsetTop - other.offsetTop)[0];
  const endOfRow = first ? first.offsetTop + first.offsetHeight : 0;
  const further = controls.filter(
    ({ offsetTop, offsetLeft, offsetWidth }) =>
      offsetTop >= endOfRow || offsetLeft + offsetWidth > list.clientWidth,
  );
  for (const control of controls)
    control.toggleAttribute('data-wrapped', !areShown && further.includes(control));
  return further.length > 0;
}
