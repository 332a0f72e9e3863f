import { isMarkWord, type Mark } from '#shared/marks/mark-words.ts';
import { type Scheme, schemeFor } from '#shared/marks/scheme.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { termReportFields } from '#shared/term-reports/fields.ts';
import type { SubjectRecordItem } from '../../marks/records/subject-record.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';

/** A stored record of which no card can be made, however often it is tried: it holds what no call would have stored. */
export class DamagedRecordError extends Error {
  override name = 'DamagedRecordError';
}

/**
 * The marking scheme of a report.
 * @throws DamagedRecordError for a form level or term that there is not
 */
export function schemeOfReport(school: Pick<SchoolFile, 'markingScheme'>, { formLevel, term }: TermReportItem): Scheme {
  try {
    return schemeFor(school.markingScheme, formLevel, term);
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedRecordError('No such form level or term', { cause: error });
    throw error;
  }
}

/** @throws DamagedRecordError for marks that cannot be counted and remarks that are no text */
export function checkContents(report: TermReportItem, records: readonly SubjectRecordItem[]): void {
  for (const { exam, examOutOf, workSum, workOutOf, workAbsentOutOf, comment } of records) {
    const isSound =
      isMark(exam) && isWhole(examOutOf, 1) && [workSum, workOutOf, workAbsentOutOf].every((sum) => isWhole(sum, 0));
    if (!isSound || !isText(comment)) throw new DamagedRecordError('A subject record cannot be read');
  }
  const remarks = Object.values(termReportFields).filter(({ kind }) => kind === 'remark');
  if (!remarks.every(({ name }) => isText(report[name]))) {
    throw new DamagedRecordError('A term report cannot be read');
  }
}

/** One decimal at most, or a word, as calls take it. */
const isMark = (value: Mark | undefined): boolean =>
  value === undefined || isMarkWord(value) || value === Math.round(value * 10) / 10;
const isWhole = (value: number | undefined, least: number): boolean =>
  value === undefined || (Number.isInteger(value) && value >= least);
const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
