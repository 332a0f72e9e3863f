import { addDays } from '../../../school/school-time.ts';
import type { Column } from './column.ts';
import { tables11 } from './tables-1-1.ts';
import { tables12 } from './tables-1-2.ts';

/** The versions that are read; the latter is the one that is written. */
export const versions = ['1.1', '1.2'] as const;
export type Version = (typeof versions)[number];

/** A file of 1.2 by its name without `.csv`. */
export type TableName = keyof typeof tables12;

/** The files of each version by their names without `.csv`, in the order of the manifest. */
export const tablesOfVersion: Readonly<Record<Version, Readonly<Partial<Record<TableName, readonly Column[]>>>>> = {
  '1.1': tables11,
  '1.2': tables12,
};

export const tableNames = Object.keys(tables12) as TableName[];

/** The file that says which others there are. */
export const manifestFile = 'manifest.csv';
export const manifestColumns = ['propertyName', 'value'] as const;
/** Its own version: of the manifest, not of what it lists. */
export const manifestVersion = '1.0';
/** Whether a file is left out, is whole, or has what has changed alone. */
export const fileModes = ['absent', 'bulk', 'delta'] as const;
export type FileMode = (typeof fileModes)[number];
export const propertyOfFile = (table: string): string => `file.${table}`;

/**
 * The day behind the last one: a session and an enrollment end on the day on which they are no more. `day` is the last
 * one, yyyy-MM-dd.
 */
export const toEndDate = (day: string): string => addDays(day, 1);
/** The last day of what ends so. */
export const toLastDay = (endDate: string): string => addDays(endDate, -1);

/** A school year is named by the calendar year in which it ends: 2026 for the one that begins in 2025. */
export const toSchoolYear = (startYear: number): string => String(startYear + 1);
export const fromSchoolYear = (schoolYear: string): number => Number(schoolYear) - 1;
