import {
  average,
  type CourseWork,
  courseMark,
  percentageTotal,
  type SubjectMarks,
  totalOf,
  totalText,
  weightedTotal,
} from './marks.ts';
import { ranks } from './ranks.ts';
import type { Scheme } from './scheme.ts';

/** One step of a sum written out: what is worked out, how, and what it comes to. */
export interface Step {
  what: string;
  sum: string;
  result: string;
}

/** A figure explained: its steps in order, the last of which gives the figure, or why there is none. */
export interface Explanation {
  /** The figure as it is shown; null where there is none. */
  figure: string | null;
  steps: readonly Step[];
  /** Rules that the steps rest on, in sentences. */
  notes: readonly string[];
}

const rounded = 'Half a tenth is rounded up.';
const shown = (value: number | null): string => totalText(value) ?? '–';

/** A mark as a sum has it: "20", "18.5". */
const plain = (mark: number): string => String(mark);

/** Rounding is written where it happens: "= 64.28… ≈ 64.3" only where something was cut off. */
const roundedTo = (exact: number, result: string): string => {
  const isExact = Math.abs(exact - Number(result)) < 1e-9;
  return isExact ? result : `${cut(exact)}… ≈ ${result}`;
};
const cut = (value: number): string => (Math.floor(value * 10_000 + 1e-6) / 10_000).toFixed(4);

/** The percentage total of the mark book, and what follows from it for the term's course mark. */
export function explainCourse(work: CourseWork | null, scheme: Scheme): Explanation {
  const percentage = percentageTotal(work);
  if (work === null || percentage === null)
    return { figure: null, steps: [], notes: ['No assessment has a mark as yet.'] };
  const steps: Step[] = [
    {
      what: 'Percentage total',
      sum: `${work.sum} of ${work.outOf} marks: ${work.sum} ÷ ${work.outOf} × 100`,
      result: roundedTo((work.sum / work.outOf) * 100, shown(percentage)),
    },
  ];
  const mark = courseMark(work, scheme);
  if (scheme.course && scheme.course.max !== 100 && mark !== null) {
    steps.push({
      what: 'Course mark',
      sum: `${shown(percentage)} % of ${scheme.course.max}`,
      result: roundedTo((percentage * scheme.course.max) / 100, shown(mark)),
    });
  }
  return { figure: shown(percentage), steps, notes: ['Only assessments that have a mark count.', rounded] };
}

/** The weighted share of a percentage total. */
export function explainWeighted(percentage: number | null, part: { weight: number }): Explanation {
  const weighted = weightedTotal(percentage, part);
  if (percentage === null || weighted === null)
    return { figure: null, steps: [], notes: ['No assessment has a mark as yet.'] };
  const sum = `${part.weight} % of ${shown(percentage)}`;
  const result = roundedTo((percentage * part.weight) / 100, shown(weighted));
  return { figure: shown(weighted), steps: [{ what: 'Weighted total', sum, result }], notes: [rounded] };
}

/** A subject's total: each part's share, and their sum. */
export function explainTotal(marks: SubjectMarks, scheme: Scheme): Explanation {
  const total = totalOf(marks, scheme);
  const parts = [
    { what: 'Course', part: scheme.course, mark: marks.course, outOf: scheme.course?.max },
    { what: 'Exam', part: scheme.exam, mark: marks.exam, outOf: marks.examOutOf ?? scheme.exam?.max },
  ].flatMap(({ part, outOf, ...one }) => (part && outOf !== undefined ? [{ ...one, part, outOf }] : []));
  const missing = parts.filter(({ mark }) => mark === null).map(({ what }) => what.toLowerCase());
  if (total === null) {
    const why =
      parts.length === 0
        ? 'Nothing counts in this term.'
        : `There is no ${missing.join(' and no ')} mark: a blank is not a zero.`;
    return { figure: null, steps: [], notes: [why] };
  }
  const shares = parts.map(({ what, part, mark, outOf }) => {
    const exact = ((mark ?? 0) / outOf) * part.weight;
    return { what, exact, sum: `${plain(mark ?? 0)} ÷ ${outOf} × ${part.weight} %` };
  });
  const exact = shares.reduce((sum, share) => sum + share.exact, 0);
  const steps = shares.map(({ what, sum, exact: share }) => ({ what, sum, result: roundless(share) }));
  steps.push({
    what: 'Total',
    sum: shares.map((share) => roundless(share.exact)).join(' + '),
    result: roundedTo(exact, shown(total)),
  });
  return { figure: shown(total), steps, notes: ['Parts are added as they are; the total alone is rounded.', rounded] };
}

/** A share that is not rounded: shown whole where it ends, else cut with dots. */
const roundless = (value: number): string => {
  const whole = Math.round(value * 10_000) / 10_000;
  return Math.abs(whole - value) < 1e-9 ? String(whole) : `${cut(value)}…`;
};

/** The average of a term report, from the totals of its subjects by title. */
export function explainAverage(subjects: readonly { title: string; total: number | null }[]): Explanation {
  const { text, entered, of } = average(subjects.map(({ total }) => total));
  const known = subjects.flatMap(({ title, total }) => (total === null ? [] : [{ title, total }]));
  const left = subjects.filter(({ total }) => total === null).map(({ title }) => title);
  const notes = [
    ...(left.length > 0 ? [`Without a total, and not counted: ${left.join(', ')}.`] : []),
    'The average has three digits; half is rounded up.',
  ];
  if (text === null) return { figure: null, steps: [], notes };
  const tenths = known.reduce((sum, { total }) => sum + Math.round(total * 10), 0);
  return {
    figure: text,
    steps: [
      {
        what: `Sum of ${entered} of ${of} subjects`,
        sum: known.map(({ total }) => shown(total)).join(' + '),
        result: shown(tenths / 10),
      },
      { what: 'Average', sum: `${shown(tenths / 10)} ÷ ${entered}`, result: roundedTo(tenths / 10 / entered, text) },
    ],
    notes,
  };
}

/** A rank among averages: how many are higher, and how many are the same. `own` is the index in `averages`. */
export function explainRank(averages: readonly (string | null)[], own: number): Explanation {
  const rank = ranks(averages)[own] ?? null;
  const mine = averages[own] ?? null;
  if (rank === null || mine === null)
    return { figure: null, steps: [], notes: ['Without an average there is no rank.'] };
  const known = averages.filter((average) => average !== null).map(Number);
  const higher = known.filter((average) => average > Number(mine)).length;
  const shared = known.filter((average) => average === Number(mine)).length - 1;
  const others = shared === 0 ? 'nobody else has it' : `${shared} ${shared === 1 ? 'other has' : 'others have'} it too`;
  return {
    figure: String(rank),
    steps: [
      {
        what: 'Rank',
        sum: `${higher} of ${known.length} averages are above ${mine}, ${others}: ${higher} + 1`,
        result: String(rank),
      },
    ],
    notes: ['Equal averages share a rank, and the ranks that they take up are skipped.'],
  };
}
