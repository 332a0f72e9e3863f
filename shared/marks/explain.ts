import { type Fraction, weightedShare } from './fraction.ts';
import { isMarkWord, type Mark, type MarkWord } from './mark-words.ts';
import {
  type CourseWork,
  computeAverage,
  computeRanks,
  computeTotalParts,
  countedCourseWork,
  countedParts,
  courseMark,
  isCounted,
  percentageTotal,
  type SubjectMarks,
  subjectTotal,
  sumParts,
  sumTenths,
  sumWeights,
  type TotalPart,
  weightedCourseMark,
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
const shownCounts = 'Marks count as they are shown.';
const nothingMarked = 'No assessment has a mark yet.';
const absentIsZeroNote = 'Absent counts as a zero.';
const wordsOf = { Abs: 'absent', Ex: 'exempt' } as const satisfies Record<MarkWord, string>;
/** An exact sum: in full up to four decimals, else cut with dots. */
function exactText({ numerator, denominator }: Fraction): string {
  const scaled = numerator * 10_000;
  const cut = Math.floor(scaled / denominator) / 10_000;
  return scaled % denominator === 0 ? String(cut) : `${cut.toFixed(4)}…`;
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

/** The percentage total of the mark book, and the term's course mark: each from the marks themselves. */
export function explainCourse(work: CourseWork | null, scheme: Scheme): Explanation {
  const percentage = percentageTotal(work, scheme);
  if (work === null || percentage === null) return noWork;
  if (isMarkWord(percentage)) return wordOf(percentage);
  const { sum, outOf } = countedCourseWork(work, scheme);
  const figure = text(percentage);
  return {
    figure,
    steps: [
      {
        what: 'Percentage total',
        sum: `${sum} of ${outOf} marks: ${sum} ÷ ${outOf} × 100`,
        result: roundedTo(weightedShare(sum, outOf, 100), figure),
      },
      ...(scheme.course && scheme.course.max !== 100 ? courseMarkSteps(work, scheme) : []),
    ],
    notes: [...workNotes(work, scheme), rounded],
  };
}

/** The course mark's share of the total. */
export function explainWeightedCourseMark(work: CourseWork | null, scheme: Scheme): Explanation {
  const weighted = weightedCourseMark(work, scheme);
  if (work === null || weighted === null) return noWork;
  if (isMarkWord(weighted)) return wordOf(weighted);
  const figure = text(weighted);
  return {
    figure,
    steps: partSteps(computeTotalParts({ course: work, exam: null, examOutOf: null }, scheme), work, scheme),
    notes: [...workNotes(work, scheme), rounded],
  };
}

/** "61 ÷ 110 × 30": how the course mark results from the mark book; nothing without marks that count. */
function courseMarkSteps(work: CourseWork, scheme: Scheme): Step[] {
  const mark = courseMark(work, scheme);
  if (!scheme.course || !isCounted(mark)) return [];
  const { sum, outOf } = countedCourseWork(work, scheme);
  const { max } = scheme.course;
  const result = roundedTo(weightedShare(sum, outOf, max), text(mark));
  return [{ what: 'Course mark', sum: `${sum} ÷ ${outOf} × ${max}`, result }];
}

/** Each part's share of the total. A course mark that is out of its weight is its own share. */
const partSteps = (parts: readonly TotalPart[], work: CourseWork | null, scheme: Scheme): Step[] =>
  countedParts(parts).flatMap(({ what, mark, outOf, weight }) => [
    ...(what === 'Course' && work !== null ? courseMarkSteps(work, scheme) : []),
    ...(what === 'Course' && outOf === weight
      ? []
      : [{ what, sum: `${mark} ÷ ${outOf} × ${weight} %`, result: exactText(weightedShare(mark, outOf, weight)) }]),
  ]);

/** A subject's total: each part's share, and their sum. */
export function explainTotal(marks: SubjectMarks, scheme: Scheme): Explanation {
  const total = subjectTotal(marks, scheme);
  const parts = computeTotalParts(marks, scheme);
  if (total === null) {
    const missing = parts.filter(({ mark }) => mark === null).map(({ what }) => what.toLowerCase());
    const why =
      parts.length === 0
        ? 'Nothing counts in this term.'
        : `There is no ${missing.join(' and no ')} mark: a blank is not a zero.`;
    return { figure: null, steps: [], notes: [why] };
  }
  const leftOut = parts.flatMap(({ what, mark }) =>
    isMarkWord(mark) ? [`${what}: ${wordsOf[mark]}, which does not count.`] : [],
  );
  if (isMarkWord(total)) return { figure: total, steps: [], notes: leftOut };
  const counted = countedParts(parts);
  const shares = counted.map(({ mark, outOf, weight }) => exactText(weightedShare(mark, outOf, weight))).join(' + ');
  const weights = sumWeights(counted);
  const isZero =
    scheme.absentIsZero && (marks.exam === 'Abs' || (scheme.course && (marks.course?.absentOutOf ?? 0) > 0));
  return {
    figure: text(total),
    steps: [
      ...partSteps(parts, marks.course, scheme),
      {
        what: 'Total',
        sum: weights === 100 ? shares : `${shares} of ${weights}, out of 100`,
        result: roundedTo(sumParts(counted), text(total)),
      },
    ],
    notes: [...leftOut, ...(isZero ? [absentIsZeroNote] : []), shownCounts, rounded],
  };
}

const text = (mark: number): string => mark.toFixed(1);

/** The average of a term report, from the totals of its subjects. */
export function explainAverage(subjects: readonly { title: string; total: Mark | null }[]): Explanation {
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
    'Totals count as they are shown.',
    'The average has three digits; half is rounded up.',
  ];
  if (figure === null) return { figure, steps: [], notes };
  const tenths = sumTenths(known);
  const sum = text(tenths / 10);
  return {
    figure,
    steps: [
      { what: `Sum of ${entered} of ${of} subjects`, sum: known.map(text).join(' + '), result: sum },
      {
        what: 'Average',
        sum: `${sum} ÷ ${entered}`,
        result: roundedTo({ numerator: tenths, denominator: 10 * entered }, figure),
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
