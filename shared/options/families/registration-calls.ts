import * as z from 'zod/mini';
import type { CallRow, Contract } from '../../http/contract.ts';
import { day, formLevel, id, moment, noInput, year } from '../../http/fields.ts';
import { type FileKind, fileKinds, uploadTypes } from '../../students/files/file-kinds.ts';
import { undoId } from '../../undo/calls.ts';
import { acceptingFiles } from './registration-acceptance-calls.ts';
import { type RegistrationField, registrationFields } from './registration-fields.ts';

const ofStudent = { who: ['student'] } as const satisfies Partial<CallRow>;
const ofOffice = { who: ['Admin'], menu: ['registration'] } as const satisfies Partial<CallRow>;

/** A fact as stored; null is blank. */
const fact = () => z.nullable(z.string());
const field = z.lazy(() => z.enum(registrationFields as [RegistrationField, ...RegistrationField[]]));
const fields = () => z.array(field).check(z.maxLength(registrationFields.length));

const fileKind = z.lazy(() => z.literal(fileKinds));
const files = () => z.array(fileKind).check(z.maxLength(fileKinds.length));
/** Names of the register's files, by kind; null for none. */
const seenFile = z.lazy(() => z.nullable(z.string().check(z.maxLength(200))));
const seenFiles = () =>
  z.partial(
    z.strictObject(Object.fromEntries(fileKinds.map((kind) => [kind, seenFile])) as Record<FileKind, typeof seenFile>),
  );

/** Longer than any fact; `shared/students/values.ts` has the limit of each. */
const typedFact = z.lazy(() => z.nullable(z.string().check(z.maxLength(2000))));
const typedFacts = () =>
  z.partial(
    z.strictObject(
      Object.fromEntries(registrationFields.map((name) => [name, typedFact])) as Record<
        RegistrationField,
        typeof typedFact
      >,
    ),
  );

/** `none`: nothing was typed yet. `accepted`: the office has taken over all or some of it. */
export const registrationState = z.lazy(() => z.literal(['none', 'draft', 'handed in', 'sent back', 'accepted']));
export type RegistrationState = z.output<typeof registrationState>;

/** Counts every change of the proposal: what somebody decides on is what that person saw. */
const version = z.lazy(() => z.int().check(z.gte(0)));

/** Why it is sent back. */
const sendBackNote = z.lazy(() =>
  z
    .string()
    .check(
      z.trim(),
      z.normalize('NFC'),
      z.minLength(1, 'Please say what is to be corrected.'),
      z.maxLength(500, 'At most 500 characters.'),
    ),
);

const decided = () => z.strictObject({ student_id: id, state: registrationState, version });

/**
 * A family's proposal for the student's record, and the office's decision (rule 58). Nothing reaches the register
 * before it is accepted.
 */
export const familyRegistrationCalls = {
  /** The form with what was typed and what the register has. */
  readMyRegistration: {
    ...ofStudent,
    method: 'GET',
    path: '/api/my-registration',
    input: noInput,
    output: () =>
      z.strictObject({
        /** Start year of the academic year that is registered for; null before the school has set a term. */
        year: z.nullable(year),
        state: registrationState,
        /** The window is open, and it is not handed in or accepted. */
        is_open: z.boolean(),
        /** The last day; null without one, and where the window is closed. */
        deadline: z.nullable(day),
        note: fact(),
        /** At the school. */
        handed_in_on: z.nullable(day),
        fields: z.array(
          z.strictObject({
            field,
            value: fact(),
            registered: fact(),
            /** The office asks to look at it again. */
            is_asked: z.boolean(),
            is_accepted: z.boolean(),
          }),
        ),
        files: z.array(
          z.strictObject({
            kind: fileKind,
            /** The school has one. */
            is_registered: z.boolean(),
            /** Type of the one that is sent and not accepted yet. */
            sent: z.nullable(z.literal(uploadTypes)),
            is_asked: z.boolean(),
            is_accepted: z.boolean(),
          }),
        ),
        codes: z.array(
          z.strictObject({
            list: z.string(),
            choices: z.array(z.strictObject({ code: z.string(), name: z.string() })),
          }),
        ),
        /** Today's date in the school's time zone. */
        today: day,
      }),
    needs: { table: 'read' },
  },
  /** Saves field by field, while the window is open and it is not handed in. */
  saveMyRegistration: {
    ...ofStudent,
    method: 'POST',
    path: '/api/my-registration',
    largestBody: 200_000,
    input: () => z.strictObject({ year, values: typedFacts(), was: z.optional(typedFacts()) }),
    output: () => z.strictObject({ year, state: registrationState, version }),
    needs: { table: 'write' },
  },
  /** Handed in by two phones it is handed in once. */
  handInMyRegistration: {
    ...ofStudent,
    method: 'POST',
    path: '/api/my-registration-hand-in',
    input: () => z.strictObject({ year }),
    output: () => z.strictObject({ year, state: registrationState, version }),
    needs: { table: 'write' },
  },
  /** Who handed in, of the current students, for the current academic year. */
  listRegistrations: {
    ...ofOffice,
    method: 'GET',
    path: '/api/registrations',
    /** `handed in`: those that wait for the office alone, without the other students of the school. */
    input: () => z.strictObject({ state: z.optional(z.literal(['handed in'])) }),
    output: () =>
      z.strictObject({
        year: z.nullable(year),
        students: z.array(
          z.strictObject({
            student_id: id,
            name: z.string(),
            class_id: id,
            form_level: formLevel,
            state: registrationState,
            handed_in_at: z.nullable(moment),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /** The facts that the family changes, beside those of the register. */
  readRegistration: {
    ...ofOffice,
    method: 'GET',
    path: '/api/registration',
    input: () => z.strictObject({ student_id: id }),
    output: () =>
      z.strictObject({
        student_id: id,
        name: z.string(),
        class_id: id,
        year: z.nullable(year),
        state: registrationState,
        version,
        note: fact(),
        handed_in_at: z.nullable(moment),
        decided_by: fact(),
        decided_at: z.nullable(moment),
        fields: z.array(
          z.strictObject({
            field,
            registered: fact(),
            proposed: fact(),
            is_asked: z.boolean(),
            is_accepted: z.boolean(),
          }),
        ),
        /** Those that are sent, accepted or asked for again. */
        files: z.array(
          z.strictObject({
            kind: fileKind,
            /** Name of the school's own. */
            registered: seenFile,
            sent: z.nullable(z.literal(uploadTypes)),
            is_asked: z.boolean(),
            is_accepted: z.boolean(),
          }),
        ),
        codes: z.array(
          z.strictObject({
            list: z.string(),
            choices: z.array(z.strictObject({ code: z.string(), name: z.string() })),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /**
   * Takes these facts and files over into the student's record; the others are left out. `was`, `was_files`: those of
   * the register that the office saw. It can be undone while record and registration are as it leaves them.
   */
  acceptRegistration: {
    ...ofOffice,
    method: 'POST',
    path: '/api/registration-accept',
    largestBody: 200_000,
    input: () =>
      z.strictObject({
        student_id: id,
        year,
        version,
        fields: fields(),
        was: typedFacts(),
        files: files(),
        was_files: seenFiles(),
      }),
    output: () => z.extend(decided(), { undo: undoId }),
    needs: { table: 'write', files: acceptingFiles },
  },
  /** Back to the family with a note, and the facts and files to look at again. */
  sendBackRegistration: {
    ...ofOffice,
    method: 'POST',
    path: '/api/registration-send-back',
    input: () =>
      z.strictObject({ student_id: id, year, version, note: sendBackNote, fields: fields(), files: files() }),
    output: decided,
    needs: { table: 'write' },
  },
} as const satisfies Contract;
