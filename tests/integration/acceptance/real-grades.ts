import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = process.env.FORMROOM_SHARED_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));

/** Grades of 649 pupils of two secondary schools (Cortez and Silva 2008, CC BY 4.0); not part of the project. */
export const gradesFile = `${folder}/student-por.csv`;
export const hasGrades = existsSync(gradesFile);

/** One pupil of the file, in the school's classes. Grades are whole numbers out of 20; a 0 is a grade. */
export interface GradedPupil {
  studentId: string;
  firstName: string;
  lastName: string;
  classId: string;
  formLevel: number;
  absences: number;
  g1: number;
  g2: number;
  g3: number;
}

/** The pupils of the file; names are made up by row number. */
export function readGrades(): GradedPupil[] {
  const [names = [], ...rows] = readFileSync(gradesFile, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(splitCsvLine);
  return rows.map((row, index) => {
    const cell = (name: string) => row[names.indexOf(name)] ?? '';
    const whole = (name: string) => {
      if (!/^\d+$/.test(cell(name))) throw new Error(`row ${index + 1}: ${name} is “${cell(name)}”`);
      return Number(cell(name));
    };
    const number = String(index + 1).padStart(3, '0');
    const formLevel = formLevelAt(whole('age'));
    return {
      studentId: `P${number}`,
      firstName: `Given ${number}`,
      lastName: `Family ${number}`,
      classId: classAt(formLevel, cell('school')),
      formLevel,
      absences: whole('absences'),
      g1: whole('G1'),
      g2: whole('G2'),
      g3: whole('G3'),
    };
  });
}

/** Age 15 and below form 1, 16 form 2, up to 20 form 6; older ones form 7. */
const formLevelAt = (age: number): number => (age <= 15 ? 1 : age >= 21 ? 7 : age - 14);

/** The first class of a level for school GP, the second for MS. */
function classAt(formLevel: number, school: string): string {
  const index = ['GP', 'MS'].indexOf(school);
  if (index < 0) throw new Error(`there is no school ${school}`);
  const classes =
    formLevel === 6 ? ['6L1', '6L2'] : formLevel === 7 ? ['6U1', '6U2'] : [`${formLevel}A`, `${formLevel}B`];
  return classes[index] ?? '';
}

/** The cells of a line; a quoted one may hold commas and doubled quotes. */
export function splitCsvLine(line: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain = ''] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)) {
    cells.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
  }
  return cells;
}
