import { addFractions, divideFraction, type Fraction } from './fraction.ts';
import { isMarkWord, type MarkWord } from './mark-words.ts';
import {
  type CourseWork,
  computeAverage,
  computeRanks,
  computeTotalParts,
  countedCourseWork,
  type ExactFigure,
  exactCourseMark,
  exactPercentage,
  exactTotal,
  exactWeighted,
  isCounted,
  roundedMark,
  type SubjectMarks,
  totalText,
} from './marks.ts';
import type { Scheme } from './scheme.ts';

/** One step of a computation: what is computed, how, and the result. */
interface Step {
  what: string;
  sum: string;
  result: string;
}

/** How a figure is computed: the steps, the last of which gives the figure, or why there is none. */
export interface Explanation {
  /** The figure as it is shown; null if there is none. */
  figure: string | null;
  steps: readonly Step[];
  /** Rules that apply, in sentences. */
  notes: readonly string[];
}

const rounded = 'Half a tenth is rounded up.';
const onlyShownRounded = 'Only the figures shown are rounded. Sums use the exact marks.';
const nothingMarked = 'No assessment has a mark yet.';
const absentIsZeroNote = 'Absent counts as a zero.';
const wordsOf = { Abs: 'absent', Ex: 'exempt' } as const satisfies Record<MarkWord, string>;
/** An exact sum: in full up to four decimals, else cut with dots. */
function exactText({ numerator, denominator }: Fraction): string {
  const scaled = numerator * 10_000n;
  const cut = Number(scaled / denominator) / 10_000;
  return scaled % denominator === 0n ? String(cut) : `${cut.toFixed(4)}…`;
}

/** "55.4545… ≈ 55.5", or the result alone if it is exact. */
const roundedTo = (exact: Fraction, result: string): string => {
  const text = exactText(exact);
  return text === String(Number(result)) ? result : `${text} ≈ ${result}`;
};

const noWork = { figure: null, steps: [], notes: [nothingMarked] };

/** For a figure of the mark book that is a word. */
const wordOf = (figure: MarkWord): Explanation => ({
  figure,
  steps: [],
  notes: [`Only ${wordsOf[figure]} is entered, which does not count.`],
});

/** Notes on blank, exempt and absent entries of the mark book. */
const workNotes = ({ absentOutOf = 0 }: CourseWork, { absentIsZero }: Pick<Scheme, 'absentIsZero'>): string[] => [
  'Only assessments with a mark count. Blank and exempt ones do not.',
  ...(absentOutOf > 0 ? [absentIsZero ? absentIsZeroNote : 'Absent does not count.'] : []),
];

/** The percentage total of the mark book, and the term's course mark. */
export function explainCourse(work: CourseWork | null, scheme: Scheme): Explanation {
  const percentage = exactPercentage(work, scheme);
  if (work === null || percentage === null) return noWork;
  if (isMarkWord(percentage)) return wordOf(percentage);
  const { sum, outOf } = countedCourseWork(work, scheme);
  const figure = text(percentage);
  const steps: Step[] = [
    {
      what: 'Percentage total',
      sum: `${sum} of ${outOf} marks: ${sum} ÷ ${outOf} × 100`,
      result: roundedTo(percentage, figure),
    },
  ];
  const mark = exactCourseMark(work, scheme);
  if (scheme.course && scheme.course.max !== 100 && isCounted(mark)) {
    steps.push({
      what: 'Course mark',
      sum: `${sum} ÷ ${outOf} × ${scheme.course.max}`,
      result: roundedTo(mark, text(mark)),
    });
  }
  return { figure, steps, notes: [...workNotes(work, scheme), onlyShownRounded, rounded] };
}

/** The mark book's weighted share of the total. */
export function explainWeightedCourseWork(
  work: CourseWork | null,
  part: { weight: number },
  scheme: Scheme,
): Explanation {
  const weighted = exactWeighted(work, part, scheme);
  if (work === null || weighted === null) return noWork;
  if (isMarkWord(weighted)) return wordOf(weighted);
  const figure = text(weighted);
  const { sum, outOf } = countedCourseWork(work, scheme);
  return {
    figure,
    steps: [
      { what: 'Weighted total', sum: `${sum} ÷ ${outOf} × ${part.weight} %`, result: roundedTo(weighted, figure) },
    ],
    notes: [...workNotes(work, scheme), onlyShownRounded, rounded],
  };
}

/** A subject's total: each part's share, and their sum. */
export function explainTotal(marks: SubjectMarks, scheme: Scheme): Explanation {
  const total = exactTotal(marks, scheme);
  const parts = computeTotalParts(marks, scheme);
  if (total === null) {
    const missing = parts.filter(({ share }) => share === null).map(({ what }) => what.toLowerCase());
    const why =
      parts.length === 0
        ? 'Nothing counts in this term.'
        : `There is no ${missing.join(' and no ')} mark: a blank is not a zero.`;
    return { figure: null, steps: [], notes: [why] };
  }
  const leftOut = parts.flatMap(({ what, share }) =>
    isMarkWord(share) ? [`${what}: ${wordsOf[share]}, which does not count.`] : [],
  );
  if (isMarkWord(total)) return { figure: total, steps: [], notes: leftOut };
  const counted = parts.flatMap(({ share, ...part }) => (isCounted(share) ? [{ ...part, share }] : []));
  const steps: Step[] = counted.map(({ what, weight, share }) => ({
    what,
    sum: `${sumText(what, marks, scheme)} × ${weight} %`,
    result: exactText(share),
  }));
  const shares = counted.map(({ share }) => exactText(share)).join(' + ');
  const weights = counted.reduce((all, { weight }) => all + weight, 0);
  steps.push({
    what: 'Total',
    sum: weights === 100 ? shares : `${shares} of ${weights}, out of 100`,
    result: roundedTo(total, text(total)),
  });
  const isZero =
    scheme.absentIsZero && (marks.exam === 'Abs' || (scheme.course && (marks.course?.absentOutOf ?? 0) > 0));
  return {
    figure: text(total),
    steps,
    notes: [...leftOut, ...(isZero ? [absentIsZeroNote] : []), onlyShownRounded, rounded],
  };
}

/** "61 ÷ 110": a part's mark and its maximum. */
function sumText(what: 'Course' | 'Exam', { course, exam, examOutOf }: SubjectMarks, scheme: Scheme): string {
  if (what === 'Exam') return `${isMarkWord(exam) ? 0 : exam} ÷ ${examOutOf ?? scheme.exam?.max}`;
  const { sum, outOf } = countedCourseWork(course ?? { sum: 0, outOf: 0 }, scheme);
  return `${sum} ÷ ${outOf}`;
}

const text = (exact: Fraction): string => totalText(roundedMark(exact)) ?? '–';

/** The average of a term report, from the exact totals of its subjects. */
export function explainAverage(subjects: readonly { title: string; total: ExactFigure }[]): Explanation {
  const { text: figure, entered, of } = computeAverage(subjects.map(({ total }) => total));
  const known = subjects.map(({ total }) => total).filter(isCounted);
  const titlesOf = (total: null | MarkWord) =>
    subjects
      .filter((one) => one.total === total)
      .map(({ title }) => title)
      .join(', ');
  const without = (['Abs', 'Ex'] as const).flatMap((word) =>
    titlesOf(word) === '' ? [] : [`${wordTitles[word]}, and not counted: ${titlesOf(word)}.`],
  );
  const notes = [
    ...(titlesOf(null) === '' ? [] : [`Without a total, and not counted: ${titlesOf(null)}.`]),
    ...without,
    onlyShownRounded,
    'The average has three digits; half is rounded up.',
  ];
  if (figure === null) return { figure, steps: [], notes };
  const sum = addFractions(known);
  return {
    figure,
    steps: [
      { what: `Sum of ${entered} of ${of} subjects`, sum: known.map(exactText).join(' + '), result: exactText(sum) },
      {
        what: 'Average',
        sum: `${exactText(sum)} ÷ ${entered}`,
        result: roundedTo(divideFraction(sum, entered), figure),
      },
    ],
    notes,
  };
}

const wordTitles = { Abs: 'Absent', Ex: 'Exempt' } as const satisfies Record<MarkWord, string>;

/** A rank among averages: how many are higher, and how many equal. `own` is the index in `averages`. */
export function explainRank(averages: readonly (string | null)[], own: number): Explanation {
  const rank = computeRanks(averages)[own] ?? null;
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
    notes: ['Equal averages share a rank, and the next ranks are skipped.'],
  };
}
