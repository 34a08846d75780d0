import { groupedCode } from '../../../shared/codes/grouped-code.ts';
import type { Sheet } from './queries.ts';

/** For patients who cannot scan. Empty for a link of an earlier version, which has no code. */
export const WrittenAddress = ({ sheet: { code, codeURL } }: { sheet: Sheet }) =>
  code &&
  codeURL && (
    <p style={{ marginBottom: 0 }}>
      Без камеры: откройте <b>{codeURL.replace(/^https?:\/\//, '')}</b> и введите код снимка{' '}
      <b style={{ whiteSpace: 'nowrap' }}>{groupedCode(code)}</b>
    </p>
  );
