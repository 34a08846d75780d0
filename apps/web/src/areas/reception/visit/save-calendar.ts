/** Saves an iCalendar file; phones offer to open it with the calendar. */
export function saveCalendar(content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/calendar;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'Визит.ics';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  // a browser may start to read the file after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
