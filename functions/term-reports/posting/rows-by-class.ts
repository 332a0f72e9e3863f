import { school } from '../../school/store.ts';
import { readClassReports } from '../store.ts';
import { rowOf } from './posting-rows.ts';
import type { Term } from './posting-store.ts';

/** Every report of a term as rows of a run, one list a class of the school. One query a class. */
export const rowsByClass = (period: Term): Promise<string[][]> =>
  Promise.all(
    school().formClasses.map(async ({ id }) => {
      const { reports } = await readClassReports({ ...period, classId: id });
      return reports.map(({ studentId }) => rowOf(id, studentId));
    }),
  );
