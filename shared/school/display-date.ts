/** How to write a date, for the hint of a field and for what is refused. */
export const exampleDay = '5-Sep-2014';

/** English, whatever the machine speaks. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * "03-Apr-2026" for "2026-04-03" (product §9: shown dd-MMM-yyyy, edited as yyyy-MM-dd). Anything else comes back as it
 * is.
 */
export function displayDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? date : `${day}-${name}-${year}`;
}

/** "03-Apr-2026 14:05" for the school's own time "2026-04-03 14:05:00". */
export const displayMoment = (time: string): string => `${displayDate(time.slice(0, 10))} ${time.slice(11, 16)}`;

/** "03-Apr-2026", or "03-Apr-2026 to 17-Apr-2026". */
export const displayRange = ({ from, to }: { from: string; to: string }): string =>
  from === to ? displayDate(from) : `${displayDate(from)} to ${displayDate(to)}`;
