import { LOGO_TYPES } from '@snimok/contract/administration/centre-identity';
import { PictureField } from '../../../shared/fields/picture-field.tsx';
import { readLogo } from './read-logo.ts';

interface LogoFieldProps {
  logo: string | null;
  onChange: (logo: string | null) => void;
}

export const LogoField = ({ logo, onChange }: LogoFieldProps) => (
  <PictureField
    label="Логотип"
    description="PNG, JPEG или WebP до 1 МБ, лучше на прозрачном фоне"
    what="логотип"
    types={LOGO_TYPES}
    picture={logo}
    read={readLogo}
    unreadable="Не удалось прочитать файл. Выберите другой."
    onChange={onChange}
  />
);
