import { Radio, Stack } from '@mantine/core';
import { MEMBER_ROLES, type MemberRole } from '@snimok/contract/people/client-members';
import { ROLE_HINTS, ROLE_LABELS } from './labels.ts';

interface RoleFieldProps {
  value: MemberRole;
  onChange: (role: MemberRole) => void;
}

export const RoleField = ({ value, onChange }: RoleFieldProps) => (
  <Radio.Group label="Роль" value={value} onChange={(role) => onChange(role as MemberRole)}>
    <Stack gap="sm" mt="xs">
      {MEMBER_ROLES.map((role) => (
        <Radio key={role} value={role} label={ROLE_LABELS[role]} description={ROLE_HINTS[role]} />
      ))}
    </Stack>
  </Radio.Group>
);
