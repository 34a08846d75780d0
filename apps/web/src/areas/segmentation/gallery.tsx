import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './gallery.module.css';
import { pictures } from './pictures.ts';
import { useSwipe } from './use-swipe.ts';

/** One picture large and all of them small: by click, by the arrows of the keyboard, by a finger. After the last, the first. */
export function Gallery() {
  const [place, setPlace] = useState(0);
  const count = pictures.length;
  const go = (by: number) => setPlace((before) => (before + by + count) % count);
  const swipe = useSwipe(go);
  useHotkeys([
    ['ArrowLeft', () => go(-1)],
    ['ArrowRight', () => go(1)],
  ]);
  const { url, smallURL } = pictures[place]!;
  const arrow = { variant: 'filled', color: 'dark.9', size: 44, radius: 'xl' } as const;

  return (
    <div role="group" aria-label="Примеры сегментации">
      <div className={classes.frame} style={{ backgroundImage: `url(${smallURL})` }} {...swipe}>
        <img
          key={url}
          className={classes.large}
          src={url}
          alt={`Пример сегментации челюстей, ракурс ${place + 1}`}
          draggable={false}
        />
        <ActionIcon {...arrow} className={classes.before} onClick={() => go(-1)} aria-label="Предыдущая">
          <IconChevronLeft size={24} stroke={1.8} />
        </ActionIcon>
        <ActionIcon {...arrow} className={classes.after} onClick={() => go(1)} aria-label="Следующая">
          <IconChevronRight size={24} stroke={1.8} />
        </ActionIcon>
        <Text className={classes.count} size="xs" aria-live="polite">
          {place + 1} из {count}
        </Text>
      </div>
      <div className={classes.row}>
        {pictures.map((picture, at) => (
          <UnstyledButton
            key={picture.url}
            className={classes.small}
            aria-label={`Ракурс ${at + 1}`}
            aria-current={at === place}
            onClick={() => setPlace(at)}
          >
            <img src={picture.smallURL} alt="" draggable={false} />
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}
