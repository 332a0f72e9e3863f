import * as z from 'zod/mini';
import { contract, imageType } from '../http/contract.ts';
import { pictureName } from './picture.ts';

export const studentsContract = contract({
  /**
   * A student's picture (product §2 "Enter Marks"), for those who see the student on a sheet or a report: those who teach the
   * student a subject, form teacher and deans of the class, and who may pick anyone. A student without one has none, 404.
   */
  studentPicture: {
    method: 'GET',
    path: '/img/students/{picture}',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks', 'termReports', 'students'],
    input: () => z.strictObject({ picture: z.string().check(z.regex(pictureName, 'Not a picture.')) }),
    output: () => z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    produces: imageType,
    kind: 'documents',
    needs: { table: 'read', files: { pictures: ['read'] } },
  },
});
