import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';

/** A data URL, or a sentence with the reason why there is none; `clears` also removes the previous picture. */
export type PickedPicture = { dataURL: string } | { problem: string; clears?: boolean };

interface PictureFieldProps {
  label: string;
  description: string;
  /** in the accusative, for the buttons */
  what: string;
  types: readonly string[];
  picture: string | null;
  read: (file: File) => Promise<PickedPicture>;
  /** shown if `read` fails */
  unreadable: string;
  onChange: (picture: string | null) => void;
}

/** Chooses, replaces or removes a picture, which is kept as a data URL. */
export function PictureField(props: PictureFieldProps) {
  const { label, description, what, types, picture, read, unreadable, onChange } = props;
  const [problem, setProblem] = useState<string>();
  const resetInput = useRef<() => void>(null);
  /** Only the file picked last is used, even if an earlier one is read later. */
  const lastPick = useRef(0);

  const pick = async (file: File | null) => {
    if (!file) return;
    // without the reset, the same file could not be picked again after it was edited
    resetInput.current?.();
    const thisPick = ++lastPick.current;
    const picked = await read(file).catch((): PickedPicture => ({ problem: unreadable }));
    if (thisPick !== lastPick.current) return;
    if ('dataURL' in picked) onChange(picked.dataURL);
    else if (picked.clears) onChange(null);
    setProblem('problem' in picked ? picked.problem : undefined);
  };
  const clear = () => {
    lastPick.current += 1;
    setProblem(undefined);
    onChange(null);
  };

  return (
    <Input.Wrapper label={label} labelElement="div" description={description}>
      <Group gap="xs" mt={8}>
        <FileButton onChange={pick} accept={types.join()} resetRef={resetInput}>
          {(open) => (
            <Button variant="default" leftSection={<IconPhoto size={18} stroke={1.6} />} {...open}>
              {picture ? `Заменить ${what}` : `Выбрать ${what}`}
            </Button>
          )}
        </FileButton>
        {picture && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={18} stroke={1.6} />}
            onClick={clear}
          >
            Убрать {what}
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
