import { Badge, Title } from '@mantine/core';
import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import type { CSSProperties } from 'react';
import type { BookingCard, Centre, ReceptionDay } from '../queries.ts';
import { Cancelled } from './cancelled.tsx';
import type { DaysSelection } from './selection.ts';
import { longDayOf, shortDayOf, weekdayOf } from '../times.ts';
import { Block } from './block.tsx';
import { Lane } from './lane.tsx';
import { hoursOf, nearestSlot, openBookings, placesOf, scaleOf, seatName, type Span } from './layout.ts';
import { moveFocus } from './move-focus.ts';
import { NowLine } from './now-line.tsx';
import { type LanePoint, useDrag } from './use-drag.ts';
import { useMove } from './use-move.ts';
import classes from './week.module.css';

interface WeekGridProps {
  days: ReceptionDay[];
  centre: Centre;
  today: string;
  timeZone: string;
  onSelect: (selection: DaysSelection) => void;
}

/**
 * Days beside each other on one time axis, each with a column per seat. Bookings are blocks at their times, which can be
 * dragged to another time, seat or day.
 */
export function WeekGrid({ days, centre, today, timeZone, onSelect }: WeekGridProps) {
  const { move, shown } = useMove(timeZone);
  const bookings = shown(days.flatMap((day) => day.bookings));
  const shownDays = days.map((day) => ({
    ...day,
    bookings: bookings.filter(({ date }) => date === day.date),
  }));
  const hours = hoursOf(shownDays, timeZone);
  const places = placesOf(shownDays, centre.capacity);
  const scale = scaleOf(days.flatMap(({ slots }) => slots));
  const slotAt = ({ date, topPx }: LanePoint) => {
    const day = days.find((one) => one.date === date);
    return day && nearestSlot(day, hours.from + topPx / scale, timeZone);
  };
  const drop = (booking: BookingCard, point: LanePoint) => {
    const slot = slotAt(point);
    const { date, place } = point;
    const isSame = booking.beginsAt === slot?.beginsAt && booking.place === place && booking.date === date;
    if (slot && !isSame) void move(booking, { date, place, slot });
  };
  const { drag, start, isClick } = useDrag(drop);
  const over = drag?.over ?? null;
  const target = over && { ...over, slot: slotAt(over) };
  const frame = { hours, scale, timeZone };

  return (
    <div className={classes.scroller}>
      <div
        className={classes.week}
        data-dragging={drag !== null || undefined}
        style={gridStyle(shownDays, places.length, { hours, scale })}
        onKeyDown={moveFocus}
      >
        <Axis hours={hours} />
        {shownDays.map((day) => (
          <section
            key={day.date}
            className={classes.day}
            data-today={day.date === today || undefined}
            data-closed={isClosed(day) || undefined}
            aria-label={longDayOf(day.date)}
          >
            <DayHead day={day} isToday={day.date === today} isOnly={days.length === 1} />
            {places.length > 1 && !isClosed(day) && <SeatNames centre={centre} places={places} />}
            <div className={classes.lanes}>
              {(isClosed(day) ? places.slice(0, 1) : places).map((place) => (
                <Lane
                  key={place}
                  {...frame}
                  day={day}
                  place={place}
                  name={places.length > 1 ? seatName(centre.seats, place) : null}
                  target={target?.date === day.date && target.place === place ? target.slot : undefined}
                  onSelect={onSelect}
                  locationID={centre.locationID}
                >
                  {openBookings(day)
                    .filter((booking) => booking.place === place)
                    .map((booking) => (
                      <Block
                        key={booking.bookingID}
                        {...frame}
                        booking={booking}
                        day={day}
                        offset={drag?.booking.bookingID === booking.bookingID ? drag : null}
                        onPointerDown={start(booking)}
                        onOpen={() => isClick() && onSelect({ booking })}
                      />
                    ))}
                </Lane>
              ))}
              {day.date === today && <NowLine {...frame} today={today} />}
            </div>
            <Cancelled day={day} timeZone={timeZone} onSelect={onSelect} />
          </section>
        ))}
      </div>
    </div>
  );
}

const isClosed = (day: ReceptionDay) =>
  day.slots.length === 0 && openBookings(day).length === 0 && day.closures.length === 0;

/** The least width of a seat's column, in which a surname is readable. */
const LANE_PX = 76;

const gridStyle = (
  days: ReceptionDay[],
  lanes: number,
  { hours, scale }: { hours: Span; scale: number },
): CSSProperties =>
  ({
    gridTemplateColumns: `56px ${days
      .map((day) =>
        isClosed(day) ? 'minmax(104px, 0.5fr)' : `minmax(${Math.max(lanes * LANE_PX, 104)}px, 1fr)`,
      )
      .join(' ')}`,
    '--height': `${(hours.to - hours.from) * scale}px`,
    '--hour': `${60 * scale}px`,
  }) as CSSProperties;

/** The hours of the day, beside the lanes. */
const Axis = ({ hours: { from, to } }: { hours: Span }) => (
  <div className={classes.axis} aria-hidden>
    {Array.from({ length: (to - from) / 60 }, (_, at) => (
      <span key={at} className={classes.hour}>
        {String(from / 60 + at).padStart(2, '0')}:00
      </span>
    ))}
  </div>
);

function DayHead({ day, isToday, isOnly }: { day: ReceptionDay; isToday: boolean; isOnly: boolean }) {
  const name = isOnly ? longDayOf(day.date) : `${weekdayOf(day.date)}, ${shortDayOf(day.date)}`;
  const note = day.holiday ?? (day.slots.length > 0 ? null : day.special ? 'Выходной' : 'Закрыто');
  return (
    <div className={classes.head}>
      <Title order={2} size={isOnly ? 'h3' : 'h5'} className={classes.name}>
        {name}
      </Title>
      {isToday && (
        <Badge variant="light" size="sm">
          сегодня
        </Badge>
      )}
      {note && <span className={classes.note}>{note}</span>}
    </div>
  );
}

const dimensionsOf = (type: StudyType) => (STUDY_TYPES[type].hasVolume ? '3D' : '2D');

const SeatNames = ({ centre, places }: { centre: Centre; places: number[] }) => (
  <div className={classes.seats}>
    {places.map((place) => {
      const type = centre.seats[place - 1]?.type;
      const name = [seatName(centre.seats, place), type && dimensionsOf(type)].filter(Boolean).join(' · ');
      return (
        <span key={place} className={classes.seat} title={name}>
          {name}
        </span>
      );
    })}
  </div>
);
