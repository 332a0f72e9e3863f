import { beforeEach, describe, expect, it } from 'vitest';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { createPendingRecord } from '../../../web/outbox/pending-record.ts';
import {
  defineSaveKind,
  hasExactShape,
  hasPartialShape,
  isGradeOrBlank,
  isNumber,
  isNumberOrBlank,
  isTerm,
  isText,
  isTextOrBlank,
  type StoredSave,
  sendSave,
  setSaveKindLoader,
  UnreadableSaveError,
} from '../../../web/outbox/save-kind.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';

const request = {
  student_id: '1001',
  subject_id: 'MATH',
  year: 2025,
  term: 3 as const,
  class_id: '1A',
  exam_mark: 57,
  was: { exam_mark: null },
};
const row = markSheetContract.saveSubjectRecord;
const saved = {
  student_id: '1001',
  subject_id: 'MATH',
  year: 2025,
  term: 3 as const,
  employee_id: null,
  name: 'Ali, Bo',
  class_id: '1A',
  form_level: 1,
  picture: null,
  course_mark: null,
  course_work: null,
  exam_mark: 57,
  exam_out_of: 100,
  late: null,
  absent: null,
  app: null,
  con: null,
  comment: null,
  registered: true,
};

let server: ContractServer;
let read: StoredSave[];
const trial = defineSaveKind(row, {
  name: 'trial',
  version: 2,
  failure: 'The trial could not be saved.',
  labels: { exam_mark: 'Exam' },
  read: (kept) => {
    read.push(kept);
    return 'row' in kept.record ? request : undefined;
  },
});

beforeEach(() => {
  read = [];
  server = startContractServer();
  server.on(authContract.setCsrfCookie, () => ({ ok: true as const }));
  setSaveKindLoader(async () => ({}));
});

const waiting = (version?: number) => ({
  ...createPendingRecord({ save: 'trial', record: { row: 'ali' }, id: 'trial/ali', about: 'Ali' }),
  ...(version === undefined ? {} : { version }),
});
const sent = { key: 'key 1', fields: { exam_mark: 57 }, was: { exam_mark: null } };

describe('a kind of save', () => {
  it('makes a record that it knows again, and no other kind’s', () => {
    const target = trial.target({ names: ['1001', 3], record: { student_id: '1001', term: 3 }, about: 'Ali' });
    expect(target).toEqual({
      save: 'trial',
      version: 2,
      id: 'trial/1001/3',
      about: 'Ali',
      record: { student_id: '1001', term: 3 },
    });
    expect([target.id, 'trial', 'trials/1001/3', 'other/trial/1'].map(trial.has)).toEqual([true, false, false, false]);
  });

  it.each([
    ['none, which is 1', undefined, 1],
    ['an older one', 1, 1],
    ['its own', 2, 2],
  ])('reads what was kept under a version: %s', async (_which, version, asRead) => {
    server.on(row, () => saved);
    await sendSave(waiting(version), sent);
    expect(read).toEqual([{ version: asRead, record: { row: 'ali' }, fields: sent.fields, was: sent.was, over: {} }]);
    expect(server.callsOf(row)[0]?.headers.get('idempotency-key')).toBe('key 1');
  });

  it('does not read what a newer page kept', async () => {
    await expect(sendSave(waiting(3), sent)).rejects.toThrow(UnreadableSaveError);
    expect(read).toEqual([]);
  });

  it('knows its own answers by themselves, and nothing that looks like one', async () => {
    server.on(row, () => saved);
    const answer = await sendSave(waiting(), sent);
    const other = defineSaveKind(row, { name: 'another trial', version: 1, failure: '', read: () => request });
    expect([trial.isAnswer(answer), other.isAnswer(answer)]).toEqual([true, false]);
    for (const value of [{ ...(answer as object) }, null, undefined, 'saved', 57]) {
      expect(trial.isAnswer(value)).toBe(false);
    }
  });
});

describe('what was kept', () => {
  const shape = { mark: isNumberOrBlank, remark: isTextOrBlank };

  it('is whole with exactly the values of a shape, and a part with some of them', () => {
    const table: [object, whole: boolean, part: boolean][] = [
      [{ mark: 5, remark: null }, true, true],
      [{ mark: null, remark: 'Good' }, true, true],
      [{ mark: 5 }, false, true],
      [{}, false, true],
      [{ mark: '5', remark: null }, false, false],
      [{ mark: 5, remark: null, house: 'Red' }, false, false],
      [{ mark: 5, remark: null, toString: 'x' }, false, false],
    ];
    for (const [values, whole, part] of table) {
      expect([values, hasExactShape(shape)(values), hasPartialShape(shape)(values)]).toEqual([values, whole, part]);
    }
  });

  it.each([
    ['text', isText, ['', 'x'], [null, 5]],
    ['text or blank', isTextOrBlank, ['x', null], [5, undefined]],
    ['a number', isNumber, [0, 5.5], [null, '5']],
    ['a number or blank', isNumberOrBlank, [5, null], ['5', undefined]],
    ['a term', isTerm, [1, 2, 3], [0, 4, '1', null]],
    ['a grade or blank', isGradeOrBlank, ['A', 'B', 'C', 'D', 'E', null], ['F', 'a', '', undefined]],
  ])('is looked at as %s', (_what, guard: (value: unknown) => boolean, right, wrong) => {
    expect(right.map(guard)).toEqual(right.map(() => true));
    expect(wrong.map(guard)).toEqual(wrong.map(() => false));
  });
});
