/** Minutes of the school's day that pass in one of ours. */
export const schoolMinutesPerMinute = 50;

/** A person's next act. */
export type PersonAct = 'mark' | 'comment' | 'look' | 'address' | 'correct' | 'board' | 'print';

interface Stretch {
  /** Time of the school's day. */
  from: string;
  /** Each with its share among the others. */
  teachers: Partial<Record<PersonAct, number>>;
  offices: Partial<Record<PersonAct, number>>;
  /** Seconds of the school's day from one thing to the next. */
  pause: { teachers: number; offices: number };
}

/** The last day on which marks of a term are taken: 62 teachers, four offices. When it is over, it begins again. */
export const soakDay: { until: string; teachers: number; offices: number; stretches: readonly Stretch[] } = {
  until: '17:30',
  teachers: 62,
  offices: 4,
  stretches: [
    {
      from: '07:30',
      teachers: { look: 3, mark: 4, comment: 1 },
      offices: { board: 1, address: 3 },
      pause: { teachers: 150, offices: 150 },
    },
    // In lessons; who is free types.
    {
      from: '08:30',
      teachers: { look: 1, mark: 4, comment: 2 },
      offices: { address: 3, correct: 2, board: 1 },
      pause: { teachers: 240, offices: 120 },
    },
    {
      from: '12:00',
      teachers: { look: 2, mark: 8, comment: 3 },
      offices: { address: 2, correct: 2, board: 1, print: 1 },
      pause: { teachers: 90, offices: 150 },
    },
    // The last hours: everybody is late.
    {
      from: '14:30',
      teachers: { look: 1, mark: 10, comment: 5 },
      offices: { correct: 4, board: 2, print: 1, address: 1 },
      pause: { teachers: 60, offices: 90 },
    },
  ],
};

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Which stretch it is so many of our milliseconds after the beginning, and what time of the school's day. */
export function timeOfDayAt(milliseconds: number): { stretch: Stretch; time: string } {
  const [first] = soakDay.stretches;
  if (!first) throw new Error('A day without a stretch');
  const start = minutesOf(first.from);
  const length = minutesOf(soakDay.until) - start;
  const minute = start + (((milliseconds / 60_000) * schoolMinutesPerMinute) % length);
  const stretch = soakDay.stretches.findLast(({ from }) => minutesOf(from) <= minute) ?? first;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return { stretch, time: `${two(minute / 60)}:${two(minute % 60)}` };
}
