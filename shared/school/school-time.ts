/** A moment at the school: yyyy-MM-dd HH:mm:ss in its own time (product §9). */
export function schoolTime(moment: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  // Swedish writes dates and times so.
  format ??= new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return format.format(moment);
}

/** Making a format costs a hundred times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The same, as a day and a time of it. */
export function schoolMoment(moment: Date, timeZone: string): { date: string; time: string } {
  const [date = '', time = ''] = schoolTime(moment, timeZone).split(' ');
  return { date, time };
}

/** The day so many days after another one, or before it where `days` is below 0. Days are yyyy-MM-dd. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
