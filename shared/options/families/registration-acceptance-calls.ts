import * as z from 'zod/mini';
import type { CallNeeds, CallRow, Contract } from '../../http/contract.ts';
import { id, year } from '../../http/fields.ts';
import { jobProgress } from '../../http/job-progress.ts';
import { fileKinds } from '../../students/files/file-kinds.ts';
import { type RegistrationPart, registrationFields } from './registration-fields.ts';

const ofOffice = { who: ['Admin'], menu: ['registration'] } as const satisfies Partial<CallRow>;

const part = z.lazy(() =>
  z.enum([registrationFields[0], ...registrationFields, ...fileKinds] as [RegistrationPart, ...RegistrationPart[]]),
);

/** Why a student was left as before. */
const left = () => z.array(z.strictObject({ student_id: id, name: z.string(), reason: z.string() }));

/** The folders between which an acceptance and its undo move files. */
export const acceptingFiles = {
  'registration-files': ['read', 'write', 'delete'],
  'student-files': ['read', 'write', 'delete'],
  pictures: ['read', 'write', 'delete'],
  'replaced-files': ['read', 'write'],
} as const satisfies CallNeeds['files'];

/** Acceptance of many registrations at once (rules 12, 58). */
export const registrationAcceptanceCalls = {
  /**
   * What `acceptRegistrations` would do: the registrations handed in, with the parts that change, and those that it
   * leaves for a person to compare.
   */
  previewRegistrations: {
    ...ofOffice,
    method: 'GET',
    path: '/api/registrations-acceptance',
    input: () => z.strictObject({ class_id: z.optional(id) }),
    output: () =>
      z.strictObject({
        year: z.nullable(year),
        /** Those that would be accepted, as `acceptRegistrations` takes them. */
        registrations: z.array(z.strictObject({ student_id: id, version: z.int() })),
        /** Facts and files that would change, with the number of students, the most frequent first. */
        parts: z.array(z.strictObject({ part, students: z.int() })),
        /** Left out: the register has changed since the family typed, in these parts. */
        conflicts: z.array(z.strictObject({ student_id: id, name: z.string(), class_id: id, parts: z.array(part) })),
      }),
    needs: { table: 'read' },
  },
  /** Accepts everything in the registrations that the office saw: a durable job. The same key follows the same run. */
  acceptRegistrations: {
    ...ofOffice,
    method: 'POST',
    path: '/api/registrations-acceptance',
    largestBody: 500_000,
    input: () =>
      z.strictObject({
        year,
        registrations: z
          .array(z.strictObject({ student_id: id, version: z.int().check(z.gte(0)) }))
          .check(z.minLength(1), z.maxLength(5000)),
      }),
    output: () => z.strictObject({ ...jobProgress(), left: left() }),
    needs: { table: 'write', jobs: 'start' },
  },
} as const satisfies Contract;
