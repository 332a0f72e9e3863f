import { recordsPlace } from '#shared/place.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';
import type { SheetCellValue } from '../../platform/xlsx/safe-cell.ts';

/** A sheet of the workbook, its heading first. */
export type Sheet = readonly [name: string, rows: SheetCellValue[][]];

/** What an option keeps of a student: sheets, of which those without rows are left out, and files that are not among the student's own. */
export interface Section {
  sheets: readonly Sheet[];
  files: readonly {
    /** In the zip. */
    name: string;
    /** In the bucket of files. */
    key: string;
  }[];
}

/** Sections of options in Everything about a student: what is kept is given out, whether its option is on or off. */
export const sectionsOfEverything = recordsPlace<
  (studentId: string, made: { reports: readonly TermReportItem[]; madeAt: Date }) => Promise<Section>
>('sections of everything about a student');
