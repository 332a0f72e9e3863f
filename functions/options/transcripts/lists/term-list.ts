import { type ListKind, listTitles } from '#shared/options/transcripts/kinds.ts';
import type { readTranscriptsSettings } from '#shared/options/transcripts/settings.ts';
import { transcriptWordings } from '#shared/options/transcripts/wordings.ts';
import { levelName } from '#shared/people/form-level.ts';
import { pluralize } from '#shared/pluralize.ts';
import type { ListReport } from '../../../term-reports/report-cards/print/list-report.ts';
import { byAverage, byTotal, honourOf, type Placed, placeBy, planPrizes } from './places.ts';
import type { PostedStudent } from './posted-class.ts';

interface Asked {
  list: ListKind;
  subject: string | undefined;
  /** "Class 4A", "Form 4" or "The whole school". */
  scope: string;
  /** "Term 1, 2025-2026". */
  period: string;
  settings: ReturnType<typeof readTranscriptsSettings>;
  /** Figures as they were printed, such as 95.0, or as numbers, for a workbook. */
  figures: 'as printed' | 'numbers';
}

const column = {
  place: { title: 'Place', width: 7, kind: 'number' },
  name: { title: 'Student', width: 34, kind: 'name' },
  id: { title: 'Student ID', width: 14 },
  class: { title: 'Class', width: 9 },
} as const;

/** A list of a posted term, of what the cards say. Pure. */
export function buildTermList(students: readonly PostedStudent[], asked: Asked): ListReport {
  const { list, subject = '', scope, period } = asked;
  const about = [...(list === 'subject' ? [subject] : []), scope, period].join(', ');
  const named = { name: listTitles[list], about, nothing: nothingIn[list] };
  if (list === 'honours') return { ...named, ...honourRoll(students, asked) };
  if (list === 'prizes') return { ...named, ...prizeList(students, asked) };
  const figure = list === 'merit' ? 'Average %' : 'Total %';
  const placed = placeBy(students, list === 'merit' ? byAverage : byTotal(subject));
  return {
    ...named,
    note: `${pluralize(placed.length, 'student')} of ${students.length}. Equal figures share a place, and the next places are skipped.`,
    columns: [column.place, column.name, column.id, column.class, { title: figure, width: 11, kind: 'number' }],
    rows: placed.map((one) => rowOfPlaced(one, asked)),
  };
}

const nothingIn: Readonly<Record<ListKind, string>> = {
  merit: 'Nobody has an average.',
  subject: 'Nobody has a total in this subject.',
  honours: transcriptWordings.noHonours,
  prizes: 'There are no prizes: nobody has a figure.',
};

const rowOfPlaced = ({ place, figure, student }: Placed, asked: Asked) => [
  place,
  student.name,
  student.id,
  student.classId,
  figureIn(figure, asked),
];

const figureIn = (figure: string, { figures }: Asked): string | number =>
  figures === 'numbers' ? Number(figure) : figure;

function honourRoll(students: readonly PostedStudent[], asked: Asked) {
  const { honours } = asked.settings;
  const lines = honours.map((honour) => ({
    honour,
    placed: placeBy(
      students.filter((student) => honourOf(student, honours) === honour),
      byAverage,
    ),
  }));
  const rules = honours.map(({ title, average, lowest, subjects }) =>
    [
      `${title}: an average of ${average} or more`,
      ...(lowest === undefined ? [] : [`no total below ${lowest}`]),
      ...(subjects === undefined ? [] : [`${pluralize(subjects, 'subject')} at least`]),
    ].join(', '),
  );
  return {
    note: `${rules.join('. ')}.`,
    columns: [
      { title: 'Honour', width: 22 },
      column.name,
      column.id,
      column.class,
      { title: 'Average %', width: 11, kind: 'number' as const },
    ],
    rows: lines.flatMap(({ honour, placed }) =>
      placed.map(({ student, figure }) => [
        honour.title,
        student.name,
        student.id,
        student.classId,
        figureIn(figure, asked),
      ]),
    ),
  };
}

function prizeList(students: readonly PostedStudent[], asked: Asked) {
  return {
    note: 'Of each class by average, and of each form by subject. Equal figures share a prize.',
    columns: [
      { title: 'Prize', width: 32 },
      column.place,
      column.name,
      column.id,
      column.class,
      { title: 'Figure %', width: 10, kind: 'number' as const },
    ],
    rows: planPrizes(students, { ...asked.settings.prizes, levelName }).flatMap(({ of, winners }) =>
      winners.map((winner) => [of, ...rowOfPlaced(winner, asked)]),
    ),
  };
}
