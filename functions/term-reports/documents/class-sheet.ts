import type { PrintableImage } from '#functions/platform/pdf/image.ts';
import type { PaperSheet } from '#functions/platform/pdf/layout/flow.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { type HeadArrangement, renderSchoolSheet, type SheetPart } from '../report-cards/print/school-paper.ts';
import type { SchoolHead } from '../report-cards/report-card.ts';
import type { ClassRanks } from './class-marks.ts';

export interface ClassSheetOptions<T extends ClassRanks> {
  school: SchoolHead;
  marks: T;
  printedAt: Date;
  /** That of the report cards of the class in this term. */
  head?: HeadArrangement;
  /** Theirs. */
  crest?: PrintableImage | undefined;
}

/** Prints a sheet about a class in a term. */
export const renderClassSheet = (
  { school, marks: { classId, termTitle, year }, printedAt, head, crest }: ClassSheetOptions<ClassRanks>,
  { name, sheet, parts }: { name: string; sheet: PaperSheet; parts: readonly SheetPart[] },
): Uint8Array =>
  renderSchoolSheet({
    school,
    printedAt,
    title: `${name}, ${classId}`,
    about: `${termTitle}, ${academicYearTitle(year)}`,
    sheet,
    head,
    crest,
    parts,
  });
