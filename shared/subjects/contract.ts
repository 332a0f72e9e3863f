import * as z from 'zod/mini';
import { contract } from '../http/contract.ts';
import { id, noInput } from '../http/fields.ts';

const subject = () => z.strictObject({ id, title: z.string(), abbr: z.string() });
export type SubjectEntry = z.output<ReturnType<typeof subject>>;

export const subjectsContract = contract({
  /** Every subject of the school, by title. */
  listSubjects: {
    method: 'GET',
    path: '/api/subjects',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks', 'courseMark', 'employees', 'studentSubjects', 'reports'],
    input: noInput,
    output: () => z.array(subject()),
    needs: { table: 'read' },
  },
});
