import { ActionIcon, Alert, Button, Popover, Stack, Text } from '@mantine/core';
import { IconPhotoStar, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { activePane } from '../pane/shown-panes.ts';
import controls from '../controls/controls.module.css';
import { useShortcuts } from '../controls/use-shortcuts.ts';
import { useFields } from '../state/store.ts';
import type { KeyImage } from '../study/study.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import type { KeyImagesStore } from './key-images-store.ts';
import type { KeyViews } from './key-views.ts';
import classes from './output.module.css';
import { thumbnailOf } from './thumbnail.ts';

interface KeyImagesMenuProps {
  store: KeyImagesStore;
  views: KeyViews;
  canMark: boolean;
  onShow: (image: KeyImage) => void;
}

/** The key images of the study with their pictures; a click returns to the view. */
export function KeyImagesMenu({ store, views, canMark, onShow }: KeyImagesMenuProps) {
  const { images, isSaving, failure } = useFields(store, 'images', 'isSaving', 'failure');
  const { explain } = useViewerHost();
  const [opened, setOpened] = useState(false);
  const mark = async () => {
    const pane = activePane();
    const view = views.read();
    if (!pane || !view || isSaving) return;
    setOpened(true);
    const named = view.kind === 'volume' ? { ...view, pane: pane.name ?? view.pane } : view;
    await store.add({ title: pane.label, view: named, picture: await thumbnailOf(pane) });
  };
  useShortcuts(canMark ? { 'Shift+KeyK': () => void mark() } : {});
  if (!canMark && images.length === 0) return null;

  return (
    <Popover
      position="bottom-end"
      shadow="lg"
      width={320}
      trapFocus
      returnFocus
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <button
          type="button"
          className={controls.choice}
          data-word="Ключевые"
          aria-label={`Ключевые снимки: ${images.length}`}
          title="Ключевые снимки · Shift+K отмечает вид"
          onClick={() => setOpened(!opened)}
        >
          <IconPhotoStar size={20} stroke={1.6} aria-hidden />
          {images.length > 0 && <span>{images.length}</span>}
          <span className={controls.word}>Ключевые</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.keyImages}>
        <Stack gap="sm">
          {failure !== undefined && <Alert color="red">{explain(failure)}</Alert>}
          {images.length === 0 && (
            <Text c="dimmed" size="sm">
              Отметьте вид, к которому хотите вернуться: он сохранится вместе с исследованием.
            </Text>
          )}
          {images.length > 0 && (
            <ul className={classes.keyImageList}>
              {images.map((image) => (
                <KeyImageItem
                  key={image.keyImageUUID}
                  image={image}
                  onShow={() => {
                    setOpened(false);
                    onShow(image);
                  }}
                  onRemove={() => void store.remove(image.keyImageUUID)}
                />
              ))}
            </ul>
          )}
          {canMark && (
            <Button leftSection={<IconPhotoStar size={18} />} loading={isSaving} onClick={() => void mark()}>
              Отметить этот вид
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface KeyImageItemProps {
  image: KeyImage;
  onShow: () => void;
  onRemove: () => void;
}

function KeyImageItem({ image, onShow, onRemove }: KeyImageItemProps) {
  const { formatDay } = useViewerHost();
  return (
    <li className={classes.keyImage}>
      <button type="button" className={classes.keyImageButton} onClick={onShow}>
        <img src={image.picture} alt="" />
        <span>{image.title}</span>
        <small>
          {image.authorName}, {formatDay(image.createdAt)}
        </small>
      </button>
      {image.own && (
        <ActionIcon
          className={classes.removeKeyImage}
          variant="filled"
          color="dark"
          size={32}
          aria-label={`Убрать из ключевых: ${image.title}`}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  );
}
