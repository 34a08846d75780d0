import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { LOGO_TYPES } from '@snimok/contract/identity';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { readLogo } from './read-logo.ts';

interface LogoFieldProps {
  logo: string | null;
  onChange: (logo: string | null) => void;
}

export function LogoField({ logo, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>();
  const resetInput = useRef<() => void>(null);
  const pick = async (file: File | null) => {
    if (!file) return;
    // without the reset, the same file could not be picked again after it was edited
    resetInput.current?.();
    const picked = await readLogo(file).catch(() => ({
      problem: 'Не удалось прочитать файл. Выберите другой.',
    }));
    setProblem('problem' in picked ? picked.problem : undefined);
    if ('dataURL' in picked) onChange(picked.dataURL);
  };
  const clear = () => {
    setProblem(undefined);
    onChange(null);
  };
  return (
    <Input.Wrapper
      label="Логотип"
      labelElement="div"
      description="PNG, JPEG или WebP до 1 МБ, лучше на прозрачном фоне"
    >
      <Group gap="xs" mt={8}>
        <FileButton onChange={pick} accept={LOGO_TYPES.join()} resetRef={resetInput}>
          {(open) => (
            <Button variant="default" leftSection={<IconPhoto size={18} stroke={1.6} />} {...open}>
              {logo ? 'Заменить логотип' : 'Выбрать логотип'}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={18} stroke={1.6} />}
            onClick={clear}
          >
            Убрать логотип
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
