import { Checkbox, TextInput } from '@mantine/core';

interface SendToProps {
  label: string;
  description: string;
  field: { label: string; type: 'email' | 'tel'; placeholder?: string };
  /** null unless the link is to be sent */
  to: string | null;
  error: string | undefined;
  onChange: (to: string | null) => void;
}

/** Whether the link is sent, and the address or number to which it is sent. */
export const SendTo = ({ label, description, field, to, error, onChange }: SendToProps) => (
  <>
    <Checkbox
      label={label}
      description={description}
      checked={to !== null}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? '' : null)}
    />
    {to !== null && (
      <TextInput
        {...field}
        autoComplete="off"
        value={to}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )}
  </>
);
