import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import type { ClassCouncil, CouncilStudent } from '#shared/options/sign-off/council/calls.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { queryWith } from '../../../api/query.ts';
import type { RefusedTextsOfRecord } from '../../../features/term-reports/record/use-field-draft.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { newestTypedValues, type SaveTarget, type TypedValue } from '../../../outbox/pending-record.ts';
import type { SaveKind } from '../../../outbox/save-kind.ts';
import {
  decisionSaveKind,
  decisionTarget,
  meetingSaveKind,
  meetingTarget,
  noteSaveKind,
  noteTarget,
} from './council-saves.ts';

/**
 * `version` is the outbox's version when it was requested: answers to later saves are newer. Students of one name have
 * their id behind it.
 */
export type LoadedCouncil = ClassCouncil & { version: number };
export type Meeting = ClassCouncil['meeting'];
export type MeetingField = keyof Meeting;

/** Others write in the same council: it is read again when the user comes back to the window. */
export function useCouncilQuery(
  { classId, year, term }: { classId: string; year: number; term: number },
  outbox: Outbox,
) {
  const input = { class_id: classId, year: String(year), term: String(term) };
  return useQuery({
    ...queryWith(signOffContract.readClassCouncil, input, async (ask): Promise<LoadedCouncil> => {
      await outbox.ready;
      const version = outbox.version();
      const { council } = await ask();
      if (!council) throw new Error('A council without its class.');
      const nameOf = studentNameApart(council.students);
      const students = council.students.map((student) => ({ ...student, name: nameOf(student) }));
      return { ...council, students, version };
    }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  });
}

type Fields = Readonly<Record<string, TypedValue>>;

/** The council with what the user typed over it. What is typed goes to the outbox (rule 10). */
export function useCouncil(loaded: LoadedCouncil, outbox: Outbox) {
  // Values of others that the user took in place of their own, since it was loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer has them
  const taken = useMemo(() => new Map<string, Fields>(), [loaded]);
  useSyncExternalStore(outbox.subscribe, outbox.version);
  useEffect(
    () =>
      outbox.onEvent((event) => {
        if (event.kind === 'saved') taken.delete(event.id);
        else taken.set(event.id, { ...taken.get(event.id), [event.field]: event.value });
      }),
    [taken, outbox],
  );
  const now = <F extends Fields>({ id }: SaveTarget, kind: SaveKind, stored: F): F => {
    const { waiting } = outbox.state(id);
    const answer = outbox.answerSince(id, loaded.version, kind.isAnswer) as F | undefined;
    return { ...stored, ...answer, ...taken.get(id), ...(waiting ? newestTypedValues(waiting) : {}) };
  };
  const meeting = now<Meeting>(meetingTarget(loaded), meetingSaveKind, loaded.meeting);
  const write = (target: SaveTarget, field: string, { value, was }: { value: TypedValue; was: TypedValue }) => {
    if (value !== was) void outbox.enqueue(target, [{ field, value, was }]);
  };
  return {
    meeting,
    student: (student: CouncilStudent): CouncilStudent => ({
      ...student,
      ...now(noteTarget(loaded, student), noteSaveKind, { note: student.note }),
      ...now(decisionTarget(loaded, student), decisionSaveKind, { decision: student.decision }),
    }),
    writeMeeting: (field: MeetingField, value: string | null) =>
      write(meetingTarget(loaded), field, { value, was: meeting[field] }),
    /** `student` as it is shown. */
    writeNote: (student: CouncilStudent, value: string | null) =>
      write(noteTarget(loaded, student), 'note', { value, was: student.note }),
    decide: (student: CouncilStudent, value: string | null) =>
      write(decisionTarget(loaded, student), 'decision', { value, was: student.decision }),
    /** Texts that a field refused, kept on the device. */
    refused: (target: SaveTarget): RefusedTextsOfRecord => ({
      of: (field) => outbox.refused(target.id)[field] ?? null,
      keep: (field, refused) => {
        if (!refused && !outbox.refused(target.id)[field]) return;
        const kept = refused && { typed: refused.typed, message: refused.message };
        void outbox.enqueue(target, [{ field, value: null, was: null, refused: kept }]);
      },
    }),
  };
}

export type CouncilState = ReturnType<typeof useCouncil>;
