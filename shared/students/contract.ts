import * as z from 'zod/mini';
import { contract, imageType } from '../http/contract.ts';
import { pictureNamePattern } from './files/file-kinds.ts';

export const studentsContract = contract({
  /**
   * A student's picture (product §2 "Enter Marks"), for callers who see the student on a sheet or a report: teachers of
   * the student's subjects, form teacher and deans of the class, and callers who may pick any teacher. 404 where there
   * is none.
   */
  readStudentPicture: {
    method: 'GET',
    path: '/img/students/{picture}',
    who: ['Admin', 'teacher'],
    menu: ['enterMarks', 'termReports', 'students'],
    input: () => z.strictObject({ picture: z.string().check(z.regex(pictureNamePattern, 'Not a picture.')) }),
    output: () => z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    produces: imageType,
    kind: 'documents',
    needs: { table: 'read', files: { pictures: ['read'] } },
  },
});
