import { STUDY_TYPES } from '@snimok/contract/study-types';
import { createPortal } from 'react-dom';
import { CentreContacts } from '../identity/centre-contacts.tsx';
import type { Identity } from '../identity/use-identity.ts';
import { QRCode } from '../second-factors/qr-code.tsx';
import { formatDay } from '../../shared/dates.ts';
import { groupedPIN } from '../../shared/grouped-pin.ts';
import classes from './print-sheet.module.css';
import type { Sheet } from './queries.ts';

export type Paper = 'a4' | 'a6' | 'receipt';

/** A receipt printer feeds as much paper as the page is long. */
const PAGES: Record<Paper, string> = {
  a4: 'size: A4; margin: 18mm',
  // CSS has no name for A6
  a6: 'size: 105mm 148mm; margin: 7mm',
  receipt: 'size: 80mm 260mm; margin: 4mm',
};

interface PrintSheetProps {
  sheet: Sheet;
  pin: string;
  paper: Paper;
  centre: Identity | undefined;
}

/**
 * What the printer prints in place of the page: the part with the QR code, and the part with the PIN, to be cut off. It is
 * never shown on the screen and disappears with the dialog.
 */
export const PrintSheet = ({ sheet, pin, paper, centre }: PrintSheetProps) =>
  createPortal(
    <div className={classes.print} data-paper={paper}>
      <style>{`@page { ${PAGES[paper]} }`}</style>
      <section className={classes.part}>
        <CentreContacts centre={centre} />
        <h1>Ваш снимок</h1>
        <p className={classes.patient}>{sheet.patientName}</p>
        <p>
          {STUDY_TYPES[sheet.studyType].plainLabel}, {formatDay(sheet.studyCreatedAt)}
        </p>
        <div className={classes.open}>
          <div className={classes.code}>
            <QRCode text={sheet.shareURL} label="QR-код со ссылкой на снимок" sizePx={160} />
          </div>
          <ol>
            <li>Наведите камеру телефона на код и откройте ссылку.</li>
            <li>Введите ПИН-код с отрезной части листа.</li>
            <li>Посмотрите снимок и сохраните его до {formatDay(sheet.expiresAt)}.</li>
          </ol>
        </div>
      </section>
      <div className={classes.cut}>Отрежьте и храните отдельно</div>
      <section className={classes.part}>
        <p>
          ПИН-код к снимку от {formatDay(sheet.studyCreatedAt)}
          {centre?.name ? `, ${centre.name}` : ''}
        </p>
        <p className={classes.pin}>{groupedPIN(pin)}</p>
        <p>Код и ссылка вместе открывают снимок любому. Передавайте их только тем, кому доверяете.</p>
      </section>
    </div>,
    document.body,
  );
