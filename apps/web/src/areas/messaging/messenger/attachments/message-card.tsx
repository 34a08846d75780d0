import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconLink, IconLinkOff, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { studyMoment } from '../../../platform/lists/study-names.ts';
import type { DialogApi, MessageCard as Card } from '../messages/dialog-api.ts';
import classes from './message-card.module.css';
import { cardQuery } from '../messages/queries.ts';

/** The study or patient of a message, as far as the reader sees it now. */
export function MessageCard({ api, messageID }: { api: DialogApi; messageID: number }) {
  const { data: card, isPending } = useQuery(cardQuery(api, messageID));
  if (isPending) return <div className={classes.card}>…</div>;
  if (!card)
    return (
      <div className={classes.card}>
        <IconLinkOff size={22} stroke={1.6} aria-hidden className={classes.symbol} />
        <span>Больше недоступно</span>
      </div>
    );
  return (
    <Link to={api.cardPath(card)} className={classes.card}>
      <CardFacts card={card} />
    </Link>
  );
}

/** Name, type and date. */
export function CardFacts({ card: { patientName, study } }: { card: Card }) {
  const Symbol = study ? IconLink : IconUser;
  return (
    <>
      <Symbol size={22} stroke={1.6} aria-hidden className={classes.symbol} />
      <span className={classes.facts}>
        <span className={classes.name}>{patientName}</span>
        <span className={classes.kind}>
          {study ? `${STUDY_TYPES[study.type].label}, ${studyMoment(study)}` : 'Карточка пациента'}
        </span>
      </span>
    </>
  );
}
