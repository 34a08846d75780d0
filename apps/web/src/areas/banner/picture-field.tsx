import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { BANNER_IMAGE_TYPES } from '@snimok/contract/banner';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { sentences } from '../../shared/sentences.ts';
import { readPicture } from './read-picture.ts';

interface PictureFieldProps {
  image: string | null;
  onChange: (image: string | null) => void;
}

export function PictureField({ image, onChange }: PictureFieldProps) {
  const [problem, setProblem] = useState<string>();
  const resetInput = useRef<() => void>(null);
  /** Only the file picked last is used, even if an earlier one is read later. */
  const lastPick = useRef(0);

  const pick = async (file: File | null) => {
    if (!file) return;
    // without the reset, the same file could not be picked again after it was edited
    resetInput.current?.();
    const thisPick = ++lastPick.current;
    const picked = await readPicture(file).catch(() => ({
      problem: sentences.banner.unreadable,
      wrongType: false,
    }));
    if (thisPick !== lastPick.current) return;
    if ('image' in picked) onChange(picked.image);
    else if (picked.wrongType) onChange(null);
    setProblem('problem' in picked ? picked.problem : undefined);
  };
  const clear = () => {
    lastPick.current += 1;
    setProblem(undefined);
    onChange(null);
  };

  return (
    <Input.Wrapper label="Картинка" labelElement="div" description="PNG или JPEG до 4 МБ">
      <Group gap="xs" mt={8}>
        <FileButton onChange={pick} accept={BANNER_IMAGE_TYPES.join()} resetRef={resetInput}>
          {(open) => (
            <Button variant="default" leftSection={<IconPhoto size={18} stroke={1.6} />} {...open}>
              {image ? 'Заменить картинку' : 'Выбрать картинку'}
            </Button>
          )}
        </FileButton>
        {image && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={18} stroke={1.6} />}
            onClick={clear}
          >
            Убрать картинку
          </Button>
        )}
      </Group>
      <div role="alert">
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" mt={8}>
            {problem}
          </Text>
        )}
      </div>
    </Input.Wrapper>
  );
}
