import { addDays, schoolMoment } from '#shared/school/school-time.ts';

/** UTC moments between which a month or a day of the school is: `until` is the first moment after it. */
export function rangeOf({ month, day }: { month: string; day?: string | undefined }, timeZone: string) {
  const first = day ?? `${month}-01`;
  return {
    from: startOf(first, timeZone),
    until: startOf(day ? addDays(day, 1) : `${monthAfter(month)}-01`, timeZone),
  };
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/** The first moment of a day at the school. */
function startOf(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // What the clock at the school is ahead of UTC then; asked twice, for it may change that very night.
  const aheadAt = (moment: number) => {
    const { date, time } = schoolMoment(new Date(moment), timeZone);
    return Date.parse(`${date}T${time}Z`) - moment;
  };
  return new Date(midnight - aheadAt(midnight - aheadAt(midnight))).toISOString();
}
