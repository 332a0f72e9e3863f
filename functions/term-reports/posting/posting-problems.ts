import { remarkLimits } from '#shared/term-reports/limits.ts';
import { isPrintable, printableText, writtenLines } from '../../platform/pdf/printable-text.ts';
import type { TermReportItem } from '../store.ts';
import type { SubjectLine } from '../subject-lines.ts';

/** What a report lacks before parents see it; each an empty list where nothing is amiss. */
export interface Problems {
  /** Titles of subjects without a total. */
  missingMarks: string[];
  missingRemarks: string[];
  /** Texts longer than their field allows, or with characters that paper cannot show. */
  textProblems: string[];
}

/** Holds one report against what a parent expects of it. Pure. */
export function problemsOf(
  report: TermReportItem,
  lines: readonly SubjectLine[],
  titleOf: (subjectId: string) => string,
): Problems {
  const texts: { name: string; text: string | undefined; limit: number }[] = [
    { name: 'Form teacher’s remarks', text: report.formTeacherComments, limit: remarkLimits.formTeacher },
    { name: 'Dean’s remarks', text: report.deanComments, limit: remarkLimits.deanPopup },
    { name: 'Music', text: report.musicComments, limit: remarkLimits.music },
    ...lines.map(({ subjectId, record }) => ({
      name: titleOf(subjectId),
      text: record?.comment,
      limit: remarkLimits.subject,
    })),
  ];
  return {
    missingMarks: lines.filter(({ total }) => total === null).map(({ subjectId }) => titleOf(subjectId)),
    missingRemarks: texts.slice(0, 2).flatMap(({ name, text }) => (text?.trim() ? [] : [name])),
    textProblems: texts.flatMap(({ name, text = '', limit }) => [
      ...(text.length > limit ? [`${name}: ${text.length} characters, ${limit} at most`] : []),
      ...(unprintable(text) ? [`${name}: has characters that cannot be printed`] : []),
    ]),
  };
}

export const hasProblems = ({ missingMarks, missingRemarks, textProblems }: Problems): boolean =>
  missingMarks.length + missingRemarks.length + textProblems.length > 0;

const unprintable = (text: string): boolean =>
  writtenLines(printableText(text)).some((line) =>
    [...line].some((character) => !isPrintable(character.codePointAt(0) ?? 0)),
  );
