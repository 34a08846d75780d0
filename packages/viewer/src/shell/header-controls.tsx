import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './shell.module.css';
import { ToolButton } from './tool-button.tsx';

/**
 * The controls between the title of the study and the buttons at the end of the header. They have one row; where it is too
 * short, a button shows the others in further rows. Title and end of the header never move or shrink for them.
 */
export function HeaderControls({ children }: { children: ReactNode }) {
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
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  }, [isOpened]);
  return (
    <>
      <div className={classes.controls} data-opened={isOpened || undefined}>
        <div ref={rows} className={classes.controlRows}>
          {children}
        </div>
      </div>
      {overflows && (
        <ToolButton
          icon={IconDots}
          label={isOpened ? 'Свернуть' : 'Другие кнопки'}
          side="bottom"
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
  const controls = [...list.children].filter((child) => child instanceof HTMLElement);
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
