/** From an instant up to another, without that. */
export interface Period {
  from: Date;
  to: Date;
}

/** What of a period lies in one month of UTC, by which studies are indexed, or is too short to need that. */
export interface Part extends Period {
  utcMonth?: Date;
}

/** A centre's month is most of one of UTC and the hours by which its clock differs, before or after. */
export const partsOf = ({ from, to }: Period): Part[] => {
  const begin = new Date((from.getTime() + to.getTime()) / 2);
  begin.setUTCDate(1);
  begin.setUTCHours(0, 0, 0, 0);
  const end = new Date(begin);
  end.setUTCMonth(end.getUTCMonth() + 1);
  const most = { from: from > begin ? from : begin, to: to < end ? to : end, utcMonth: begin };
  const hours = [
    { from, to: begin },
    { from: end, to },
  ];
  return [most, ...hours.filter((part) => part.from < part.to)];
};
