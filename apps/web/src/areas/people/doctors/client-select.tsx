import { useQuery } from '@tanstack/react-query';
import { NameSelect, type NameSelectProps } from '../../../shared/fields/name-select.tsx';
import { dropdownDoctorsQuery } from './queries.ts';

interface ClientSelectProps extends Omit<NameSelectProps, 'label' | 'placeholder' | 'options'> {
  label?: string;
  placeholder?: string;
  /** a client who is not offered */
  exceptID?: number;
}

/** One of all clients of the centre. If they cannot be loaded, the boundary of the form says so. */
export function ClientSelect({
  label = 'Врач или клиника',
  placeholder = 'Начните вводить имя или название',
  exceptID,
  ...input
}: ClientSelectProps) {
  const { data: clients } = useQuery({
    ...dropdownDoctorsQuery,
    throwOnError: (_reason, query) => query.state.data === undefined,
  });
  return (
    <NameSelect
      {...input}
      label={label}
      placeholder={placeholder}
      options={clients
        ?.filter(({ doctorID }) => doctorID !== exceptID)
        .map(({ doctorID, name }) => ({ id: doctorID, name }))}
    />
  );
}
