import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { Conflict } from './conflict.tsx';
import type { DraftStore } from './draft-store.ts';
import { CONCLUSION, type EditedPart, textOf } from './parts.ts';
import type { ReportDraft } from '../queries.ts';

type Field = ReportDraft['fields'][number];

interface TextPartsProps {
  fields: readonly Field[];
  parts: readonly EditedPart[];
  store: DraftStore;
}

/** The fields of the template. */
export const TextParts = ({ fields, parts, store }: TextPartsProps) => (
  <Stack gap="md">
    {fields.map((field) => {
      const part = parts.find((one) => one.part === `field:${field.fieldID}`);
      return (
        part && (
          <div key={field.fieldID}>
            <FieldInput
              field={field}
              value={textOf(part)}
              onChange={(value) => store.change('text', part.part, value)}
            />
            <Conflict of={part} store={store} />
          </div>
        )
      );
    })}
  </Stack>
);

interface FieldInputProps {
  field: Field;
  value: string;
  onChange: (value: string) => void;
}

function FieldInput({ field: { label, kind, options }, value, onChange }: FieldInputProps) {
  if (kind === 'choice')
    return (
      <Select
        label={label}
        // an option that the template no longer has stays possible
        data={[...new Set([...options, ...(value ? [value] : [])])]}
        value={value || null}
        clearable
        comboboxProps={{ withinPortal: true }}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  const shared = {
    label,
    value,
    maxLength: MOST_CHARACTERS.reportText,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  return kind === 'line' ? <TextInput {...shared} /> : <Textarea autosize minRows={2} {...shared} />;
}

interface ConclusionPartProps extends Omit<TextPartsProps, 'fields'> {
  /** shows the error: the user pressed «Подписать» while the field was empty */
  isMissing: boolean;
  ref: Ref<HTMLTextAreaElement>;
}

export function ConclusionPart({ parts, store, isMissing, ref }: ConclusionPartProps) {
  const part = parts.find((one) => one.part === CONCLUSION);
  if (!part) return null;
  return (
    <div>
      <Textarea
        ref={ref}
        label="Заключение"
        error={isMissing && textOf(part).trim() === '' && 'Напишите вывод: без него подписать нельзя'}
        autosize
        minRows={4}
        maxLength={MOST_CHARACTERS.reportText}
        value={textOf(part)}
        onChange={({ currentTarget }) => store.change('text', CONCLUSION, currentTarget.value)}
      />
      <Conflict of={part} store={store} />
    </div>
  );
}
