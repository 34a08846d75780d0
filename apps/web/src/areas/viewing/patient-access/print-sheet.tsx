import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { dated, studyDay } from '../../platform/lists/study-names.ts';
import { CentreContacts } from '../../platform/letterhead/centre-contacts.tsx';
import type { Identity } from '../../platform/letterhead/use-identity.ts';
import { QRCode } from '../../people/second-factors/qr-code.tsx';
import { formatDay } from '../../../shared/dates/dates.ts';
import { groupedPIN } from '../../../shared/codes/grouped-pin.ts';
import classes from './print-sheet.module.css';
import type { Sheet } from './queries.ts';
import { WrittenAddress } from './written-address.tsx';

export type Paper = 'a4' | 'a6' | 'receipt';

const RECEIPT_MARGIN_MM = 4;
const MM_PER_PIXEL = 25.4 / 96;

/** A receipt printer feeds as much paper as the page is long. */
const pageOf = (paper: Paper, heightMm: number): string => {
  switch (paper) {
    case 'a4':
      return 'size: A4; margin: 18mm';
    // CSS has no name for A6
    case 'a6':
      return 'size: 105mm 148mm; margin: 7mm';
    case 'receipt':
      // a millimetre more, so that rounding does not begin a second page
      return `size: 80mm ${Math.ceil(heightMm + 2 * RECEIPT_MARGIN_MM) + 1}mm; margin: ${RECEIPT_MARGIN_MM}mm`;
  }
};

/** The height of the receipt, which its logo changes when it has loaded. */
function useHeightMm() {
  const ref = useRef<HTMLDivElement>(null);
  const [heightMm, setHeightMm] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      // while it is printed it has the width of the page
      if (!matchMedia('print').matches) setHeightMm(element.offsetHeight * MM_PER_PIXEL);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, heightMm };
}

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
export function PrintSheet({ sheet, pin, paper, centre }: PrintSheetProps) {
  const { ref, heightMm } = useHeightMm();
  const dates = { createdAt: sheet.studyCreatedAt, examinedAt: sheet.examinedAt };
  const day = studyDay(dates);
  return createPortal(
    <div ref={ref} className={classes.print} data-paper={paper}>
      <style>{`@page { ${pageOf(paper, heightMm)} }`}</style>
      <section className={classes.part}>
        <CentreContacts centre={centre} />
        <h1>Ваш снимок</h1>
        <p className={classes.patient}>{sheet.patientName}</p>
        <p>
          {STUDY_TYPES[sheet.studyType].plainLabel}, {day}
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
        <WrittenAddress sheet={sheet} />
      </section>
      <div className={classes.cut}>Отрежьте и храните отдельно</div>
      <section className={classes.part}>
        <p>
          {dated('ПИН-код к снимку', dates, day)}
          {centre?.name ? `, ${centre.name}` : ''}
        </p>
        <p className={classes.pin}>{groupedPIN(pin)}</p>
        <p>Код и ссылка вместе открывают снимок любому. Передавайте их только тем, кому доверяете.</p>
      </section>
    </div>,
    document.body,
  );
}
