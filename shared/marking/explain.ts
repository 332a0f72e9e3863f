import { dividedBy, type Exact, sumOf, weightedShare } from './exact.ts';
import {
  average,
  type CourseWork,
  courseMark,
  exactCourseMark,
  exactPercentage,
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
const once = 'Only what is shown is rounded: sums go on with the marks as they are.';
const nothingMarked = 'No assessment has a mark as yet.';
const shown = (value: number | null): string => totalText(value) ?? '–';

/** A sum that is not rounded: whole where it ends within four decimals, else cut with dots. */
function exactText({ over, under }: Exact): string {
  const scaled = over * 10_000n;
  const cut = Number(scaled / under) / 10_000;
  return scaled % under === 0n ? String(cut) : `${cut.toFixed(4)}…`;
}

/** Rounding is written where it happens: "55.4545… ≈ 55.5" only where something was cut off. */
const roundedTo = (exact: Exact, result: string): string => {
  const text = exactText(exact);
  return text === String(Number(result)) ? result : `${text} ≈ ${result}`;
};

const noWork = { figure: null, steps: [], notes: [nothingMarked] };

/** The percentage total of the mark book, and what follows from the same marks for the term's course mark. */
export function explainCourse(work: CourseWork | null, scheme: Scheme): Explanation {
  const percentage = exactPercentage(work);
  if (work === null || percentage === null) return noWork;
  const figure = shown(percentageTotal(work));
  const { sum, outOf } = work;
  const steps: Step[] = [
    {
      what: 'Percentage total',
      sum: `${sum} of ${outOf} marks: ${sum} ÷ ${outOf} × 100`,
      result: roundedTo(percentage, figure),
    },
  ];
  const mark = exactCourseMark(work, scheme);
  if (scheme.course && scheme.course.max !== 100 && mark) {
    steps.push({
      what: 'Course mark',
      sum: `${sum} ÷ ${outOf} × ${scheme.course.max}`,
      result: roundedTo(mark, shown(courseMark(work, scheme))),
    });
  }
  return { figure, steps, notes: ['Only assessments that have a mark count.', once, rounded] };
}

/** The mark book's weighted share of the total. */
export function explainWeighted(work: CourseWork | null, { weight }: { weight: number }): Explanation {
  const figure = totalText(weightedTotal(work, { weight }));
  if (work === null || figure === null) return noWork;
  const sum = `${work.sum} ÷ ${work.outOf} × ${weight} %`;
  const result = roundedTo(weightedShare(work.sum, work.outOf, weight), figure);
  return { figure, steps: [{ what: 'Weighted total', sum, result }], notes: [once, rounded] };
}

/** A subject's total: each part's share, and their sum. */
export function explainTotal(marks: SubjectMarks, scheme: Scheme): Explanation {
  const figure = totalText(totalOf(marks, scheme));
  const { course, exam, examOutOf } = marks;
  const parts = [
    ...(scheme.course
      ? [{ what: 'Course', weight: scheme.course.weight, mark: course?.sum ?? null, outOf: course?.outOf ?? 0 }]
      : []),
    ...(scheme.exam
      ? [{ what: 'Exam', weight: scheme.exam.weight, mark: exam, outOf: examOutOf ?? scheme.exam.max }]
      : []),
  ];
  if (figure === null) {
    const missing = parts
      .filter(({ mark, outOf }) => mark === null || outOf === 0)
      .map(({ what }) => what.toLowerCase());
    const why =
      parts.length === 0
        ? 'Nothing counts in this term.'
        : `There is no ${missing.join(' and no ')} mark: a blank is not a zero.`;
    return { figure, steps: [], notes: [why] };
  }
  const shares = parts.map(({ what, weight, mark, outOf }) => ({
    what,
    sum: `${mark} ÷ ${outOf} × ${weight} %`,
    share: weightedShare(mark ?? 0, outOf, weight),
  }));
  const steps = shares.map(({ what, sum, share }) => ({ what, sum, result: exactText(share) }));
  steps.push({
    what: 'Total',
    sum: shares.map(({ share }) => exactText(share)).join(' + '),
    result: roundedTo(sumOf(shares.map(({ share }) => share)), figure),
  });
  return { figure, steps, notes: [once, rounded] };
}

/** The average of a term report, from the totals of its subjects by title, as `exactTotal` gives them. */
export function explainAverage(subjects: readonly { title: string; total: Exact | null }[]): Explanation {
  const { text, entered, of } = average(subjects.map(({ total }) => total));
  const known = subjects.flatMap(({ total }) => (total === null ? [] : [total]));
  const left = subjects.filter(({ total }) => total === null).map(({ title }) => title);
  const notes = [
    ...(left.length > 0 ? [`Without a total, and not counted: ${left.join(', ')}.`] : []),
    once,
    'The average has three digits; half is rounded up.',
  ];
  if (text === null) return { figure: null, steps: [], notes };
  const sum = sumOf(known);
  return {
    figure: text,
    steps: [
      { what: `Sum of ${entered} of ${of} subjects`, sum: known.map(exactText).join(' + '), result: exactText(sum) },
      { what: 'Average', sum: `${exactText(sum)} ÷ ${entered}`, result: roundedTo(dividedBy(sum, entered), text) },
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
