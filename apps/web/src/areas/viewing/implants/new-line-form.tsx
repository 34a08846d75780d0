import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ChangeEvent, useState } from 'react';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { checkSizes, type EnteredSize, sizesOf } from './entered-sizes.ts';
import { useAddImplantLine } from './queries.ts';

export const SHAPES = { tapered: 'Конический', cylindrical: 'Цилиндрический' } as const;
type Shape = keyof typeof SHAPES;

const EMPTY: EnteredSize = { diameter: '', lengths: '' };
const MOST_SIZES = 50;

/** Manufacturer, line, shape, and the lengths of each diameter. */
export function NewLineForm({ onClose }: { onClose: () => void }) {
  const add = useAddImplantLine();
  const [isChecked, setIsChecked] = useState(false);
  const [names, setNames] = useState({ manufacturer: '', line: '' });
  const [shape, setShape] = useState<Shape>('tapered');
  const [sizes, setSizes] = useState([EMPTY]);
  const errors = {
    manufacturer: names.manufacturer.trim() === '' && 'Введите изготовителя',
    line: names.line.trim() === '' && 'Введите название линейки',
  };
  const wrongSizes = checkSizes(sizes);
  const field = (name: keyof typeof names, label: string) => ({
    label,
    maxLength: 100,
    value: names[name],
    error: isChecked && errors[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      setNames({ ...names, [name]: currentTarget.value }),
    autoComplete: 'off',
    spellCheck: false,
  });
  const sizeField = (at: number, name: keyof EnteredSize) => ({
    value: sizes[at]![name],
    error: isChecked && wrongSizes[at]?.[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      setSizes(sizes.with(at, { ...sizes[at]!, [name]: currentTarget.value })),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  });
  return (
    <DialogForm
      sending={add}
      submitLabel="Добавить"
      onSubmit={() => {
        setIsChecked(true);
        if (errors.manufacturer || errors.line) return;
        if (wrongSizes.some(({ diameter, lengths }) => diameter ?? lengths)) return;
        return add.mutateAsync({ ...names, shape, sizes: sizesOf(sizes) });
      }}
      onClose={onClose}
    >
      <TextInput data-autofocus {...field('manufacturer', 'Изготовитель')} />
      <TextInput {...field('line', 'Линейка')} />
      <SegmentedControl
        aria-label="Форма"
        data={Object.entries(SHAPES).map(([value, label]) => ({ value, label }))}
        value={shape}
        onChange={(value) => setShape(value as Shape)}
      />
      <Stack gap="xs">
        {sizes.map((_, at) => (
          <Group
            key={at}
            role="group"
            aria-label={`Размер ${at + 1}`}
            gap="sm"
            align="flex-start"
            wrap="nowrap"
          >
            <TextInput w={130} placeholder="3,5" label="Диаметр, мм" {...sizeField(at, 'diameter')} />
            <TextInput flex={1} placeholder="8 10 11,5 13" label="Длины, мм" {...sizeField(at, 'lengths')} />
          </Group>
        ))}
      </Stack>
      {sizes.length < MOST_SIZES && (
        <Button
          variant="subtle"
          w="fit-content"
          leftSection={<IconPlus size={18} stroke={1.8} />}
          onClick={() => setSizes([...sizes, EMPTY])}
        >
          Ещё диаметр
        </Button>
      )}
      <Text size="sm" c="dimmed">
        Размеры возьмите из каталога изготовителя: по ним врачи планируют операцию.
      </Text>
    </DialogForm>
  );
}
