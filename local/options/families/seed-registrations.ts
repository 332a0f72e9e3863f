import { registrationFileKey } from '#functions/options/families/records/registration-files.ts';
import { type ProposalItem, writeProposal } from '#functions/options/families/records/registration-proposals.ts';
import { storeFile } from '#functions/platform/files/uploads.ts';
import { writeRegistrationWindow } from '#functions/school/records/registration-window.ts';
import { newFileName } from '#functions/students/records/files/replaced-files.ts';
import { type StudentItem, studentName } from '#functions/students/records/store.ts';
import { storedFact } from '#functions/students/records/student-facts.ts';
import type { RegistrationField } from '#shared/options/families/registration-fields.ts';
import { addDays } from '../../demo-school/calendar.ts';
import { drawPortrait } from '../../demo-school/pictures/portrait.ts';
import { createRandom } from '../../demo-school/random.ts';

type Proposed = Pick<ProposalItem, 'state'> & { values: ProposalItem['values']; hasPhoto?: true; note?: string };

/** What the families of the first students have done. */
const proposed: readonly Proposed[] = [
  {
    state: 'handed in',
    values: { phone_cell: '868-555-0142', home_address: '14 Poui Avenue', address_line_2: 'Arima' },
    hasPhoto: true,
  },
  { state: 'handed in', values: { hobbies: 'Steel pan and chess', emergency_home_phone: '868-555-0177' } },
  { state: 'handed in', values: { email: 'family@example.com', emergency_contact: 'Aunt Marva' } },
  {
    state: 'sent back',
    values: { home_address: '3 Back Street' },
    note: 'Which town is this? Please add it to the address.',
  },
  { state: 'draft', values: { hobbies: 'Cricket' } },
];

interface SeedingRegistrations {
  seed: string;
  today: string;
  year: number;
  /** Those with accounts, in the order of their sign-ins. */
  students: readonly StudentItem[];
  office: { accountId: string; name: string };
}

/**
 * The window of one level is open for two weeks more: some families have handed in, one has it back from the office,
 * one has begun.
 */
export async function seedRegistrations({ seed, today, year, students, office }: SeedingRegistrations): Promise<void> {
  const [first] = students;
  if (!first) return;
  const { formLevel } = first;
  const at = (days: number, what: string) => ({
    now: new Date(`${addDays(today, days)}T21:00:00.000Z`),
    idempotencyKey: `demo-registration-${what}`,
  });
  await writeRegistrationWindow(
    { formLevel, isOpen: true, deadline: addDays(today, 14) },
    { before: { formLevel, isOpen: false }, by: { caller: office, request: at(-4, 'window') } },
  );
  await Promise.all(
    proposed.map(async ({ state, values, hasPhoto, note }, index) => {
      const student = students[index];
      if (!student) return;
      const { studentId } = student;
      const photo = newFileName(studentId, 'demo', 'png');
      if (hasPhoto)
        await storeFile(
          registrationFileKey(studentId, 'picture', photo),
          drawPortrait(createRandom(`${seed}-registration`)),
          'image/png',
        );
      const fields = Object.keys(values) as RegistrationField[];
      const facts = fields.map((field) => [field, storedFact(student, field)] as const);
      const handedInAt = at(-1, '').now.toISOString();
      await writeProposal({
        before: undefined,
        after: {
          studentId,
          year,
          state,
          values,
          basis: { ...Object.fromEntries(facts), ...(hasPhoto ? { picture: student.picture ?? null } : {}) },
          ...(hasPhoto ? { files: { picture: photo } } : {}),
          ...(state === 'draft' ? {} : { handedInAt }),
          ...(note === undefined ? {} : { note, asked: fields, decidedBy: office.name, decidedAt: handedInAt }),
        },
        changes: [{ field: 'state', before: null, after: state }],
        caller: { accountId: `student.${studentId}`, name: studentName(student, studentId) },
        request: at(-1, studentId),
      });
    }),
  );
}
