import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './gallery.module.css';
import { pictures } from './pictures.ts';
import { useSwipe } from './use-swipe.ts';

/**
 * One large picture and thumbnails of all, selected by click, arrow keys or swipe; the first follows the
 * last.
 */
export function Gallery() {
  const [index, setIndex] = useState(0);
  const count = pictures.length;
  const go = (by: number) => setIndex((before) => (before + by + count) % count);
  const swipe = useSwipe(go);
  useHotkeys([
    ['ArrowLeft', () => go(-1)],
    ['ArrowRight', () => go(1)],
  ]);
  const { url, smallURL } = pictures[index]!;
  const arrow = { variant: 'filled', color: 'dark.9', size: 44, radius: 'xl' } as const;

  return (
    <div role="group" aria-label="Примеры сегментации">
      <div className={classes.frame} style={{ backgroundImage: `url(${smallURL})` }} {...swipe}>
        <img
          key={url}
          className={classes.large}
          src={url}
          alt={`Пример сегментации челюстей, ракурс ${index + 1}`}
          draggable={false}
        />
        <ActionIcon {...arrow} className={classes.before} onClick={() => go(-1)} aria-label="Предыдущая">
          <IconChevronLeft size={24} stroke={1.8} />
        </ActionIcon>
        <ActionIcon {...arrow} className={classes.after} onClick={() => go(1)} aria-label="Следующая">
          <IconChevronRight size={24} stroke={1.8} />
        </ActionIcon>
        <Text className={classes.count} size="xs" aria-live="polite">
          {index + 1} из {count}
        </Text>
      </div>
      <div className={classes.row}>
        {pictures.map((picture, at) => (
          <UnstyledButton
            key={picture.url}
            className={classes.small}
            aria-label={`Ракурс ${at + 1}`}
            aria-current={at === index}
            onClick={() => setIndex(at)}
          >
            <img src={picture.smallURL} alt="" draggable={false} />
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}
