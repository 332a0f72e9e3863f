import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { toCouncilDecision, toPlanDecision } from '#shared/options/sign-off/council/limits.ts';
import { councilWordings } from '#shared/options/sign-off/council/wordings.ts';
import { reportInClassCheck, termReportKey } from '../../../marks/records/term-report.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { type CallContext, callHandler } from '../../../platform/requests/call-handler.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import { type FieldValue, toFieldSave, type ValueChange } from '../../../platform/table/field-changes.ts';
import { saveTyped } from '../../../platform/table/save-typed.ts';
import { readItems } from '../../../platform/table/table.ts';
import { decideStudents } from '../../../school/promotion/decide-students.ts';
import { requireFormLevel } from '../../../school/records/school.ts';
import { studentKey } from '../../../students/records/store.ts';
import { signingKeys } from '../records/signing-posts.ts';
import { councilPost, requireCouncil, requireDecider } from './council-access.ts';
import {
  ClassCouncilEntity,
  CouncilNoteEntity,
  councilAuditSubject,
  councilNoteAuditSubject,
  toMeeting,
} from './council-records.ts';

type Context = CallContext<typeof signOffContract.saveClassCouncil, ReturnType<typeof signingKeys>>;

export const saveClassCouncil = callHandler(signOffContract.saveClassCouncil, {
  prefetch: signingKeys,
  handle: async (context) => {
    const { input, caller, found } = context;
    if (input.decision !== undefined) requireDecider(caller, found);
    else requireCouncil(caller, found);
    requireFormLevel(input.class_id);
    const { student_id: studentId } = input;
    if (studentId === undefined) return saveMeeting(context);
    return input.decision === undefined ? saveNote(context, studentId) : decide(context, studentId);
  },
});

/** One form for equal values: without spaces around, and null for nothing. */
const normalized = (value: FieldValue): FieldValue => (typeof value === 'string' ? value.trim() || null : value);

const meetingFields = ['held_on', 'present', 'others', 'remarks'] as const;
type MeetingField = (typeof meetingFields)[number];

const attributeOf = {
  held_on: 'heldOn',
  present: 'present',
  others: 'others',
  remarks: 'remarks',
} as const satisfies Record<MeetingField, string>;

async function saveMeeting({ input, caller, request }: Context) {
  const key = { year: input.year, term: input.term, classId: input.class_id };
  const subject = councilAuditSubject(key);
  const save = toFieldSave(input, meetingFields, normalized);
  const { meeting } = await saveTyped({
    read: () => readItems({ meeting: ClassCouncilEntity.key(key), ...signingKeys(input, caller.accountId) }),
    save,
    trail: { subject },
    request,
    decide: async ({ meeting, ...posts }, changesTo) => {
      requireCouncil(caller, posts);
      const changes = await changesTo({ value: (field) => meeting?.[attributeOf[field]] ?? null });
      if (changes.length === 0) return null;
      return {
        write: () =>
          commit({
            by: { caller, request },
            changes: [ClassCouncilEntity.upsert(key, updateOf(changes, attributeOf))],
            guards: { post: councilPost(key, caller, posts) },
            trail: { subject, changes },
          }),
      };
    },
    what: 'this council',
  });
  return toMeeting(meeting);
}

const noteField = ['note'] as const;

async function saveNote({ input, caller, request }: Context, studentId: string) {
  const { year, term, class_id: classId } = input;
  const key = { studentId, year, term };
  const subject = councilNoteAuditSubject(key);
  const { note } = await saveTyped({
    read: () =>
      readItems({
        note: CouncilNoteEntity.key(key),
        report: termReportKey(key),
        student: studentKey(studentId),
        ...signingKeys(input, caller.accountId),
      }),
    save: toFieldSave(input, noteField, normalized),
    trail: { subject },
    request,
    decide: async ({ note, report, student, ...posts }, changesTo) => {
      requireCouncil(caller, posts);
      // Without a report the class of the register is that of the term.
      if ((report ?? student)?.classId !== classId)
        throw new ValidationError({ student_id: [councilWordings.notInClass] });
      const changes = await changesTo({
        value: () => note?.note ?? null,
        stamp: () => ({ by: note?.noteBy ?? null, at: note?.noteAt ?? null }),
      });
      if (changes.length === 0) return null;
      const { set, ...update } = updateOf(changes, { note: 'note' } as const);
      return {
        write: () =>
          commit({
            by: { caller, request },
            changes: [
              CouncilNoteEntity.upsert(key, {
                ...update,
                set: { ...set, noteBy: caller.name, noteAt: request.now.toISOString() },
              }),
            ],
            guards: { class: [reportInClassCheck(key, report)], post: councilPost({ year, classId }, caller, posts) },
            trail: { subject, changes },
          }),
      };
    },
    what: 'this note',
  });
  return { note: note?.note ?? null };
}

/** Sets what is typed, removes what is blank, and asks for what was read. */
function updateOf<F extends string, A extends string>(
  changes: readonly ValueChange<F>[],
  attributes: Readonly<Record<F, A>>,
) {
  const named = changes.map(({ field, ...change }) => ({ name: attributes[field], ...change }));
  return {
    set: Object.fromEntries(named.flatMap(({ name, after }) => (after === null ? [] : [[name, after]]))),
    remove: named.flatMap(({ name, after }) => (after === null ? [name] : [])),
    where: Object.fromEntries(named.map(({ name, before }) => [name, before])),
  };
}

/** By the promotion plan's one way, so that it is in the plan, its history and its undo. */
async function decide({ input, caller, request, found }: Context, studentId: string) {
  const { year, class_id, decision = null, was } = input;
  const toPlan = (of: string | null) => (of === null ? null : toPlanDecision(of));
  const { stored } = await decideStudents({
    year,
    decisions: [
      {
        student_id: studentId,
        class_id,
        to: toPlan(decision),
        ...(was?.decision === undefined ? {} : { was: toPlan(was.decision) }),
      },
    ],
    by: { caller, request },
    right: councilPost({ year, classId: class_id }, caller, found),
    toConflict: (_one, now) => ({
      field: 'decision',
      yours: decision,
      theirs: now ? toCouncilDecision(now.to) : null,
    }),
  });
  const now = stored.get(studentId);
  return { decision: now ? toCouncilDecision(now.to) : null };
}
