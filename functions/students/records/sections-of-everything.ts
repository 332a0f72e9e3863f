import { recordsPlace } from '#shared/place.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';
import type { SheetCellValue } from '../../platform/xlsx/safe-cell.ts';

/** A sheet of the workbook, its heading first. */
export type Sheet = readonly [name: string, rows: SheetCellValue[][]];

/**
 * What an option keeps of a student: sheets, of which those without rows are left out, and files that are not among the
 * student's own.
 */
export interface Section {
  sheets: readonly Sheet[];
  files: readonly {
    /** In the zip. */
    name: string;
    /** In the bucket of files. */
    key: string;
  }[];
}

interface Made {
  reports: readonly TermReportItem[];
  madeAt: Date;
}

export type ReadSection = (studentId: string, made: Made) => Promise<Section>;

/** Sections of options in Everything about a student. */
export const sectionsOfEverything = /* @__PURE__ */ recordsPlace<ReadSection>('sections of everything about a student');

/** What options keep of a student: all of it is given out, whether its option is on or off. */
export const readSections = (studentId: string, made: Made): Promise<Section[]> =>
  Promise.all(sectionsOfEverything.all().map((read) => read(studentId, made)));
