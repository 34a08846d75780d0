import { useParams } from 'react-router';
import { ImportScreen } from '../../../areas/reception/archive-import/import-screen.tsx';
import { OrNotFound } from '../or-not-found.tsx';

export default function ArchiveImportPage() {
  const importID = Number(useParams()['importID']);
  return (
    <OrNotFound>
      <ImportScreen importID={importID} key={importID} />
    </OrNotFound>
  );
}
