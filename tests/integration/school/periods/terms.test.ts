import { describe, expect, it } from 'vitest';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import type { RawInput } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { yearId } from '../../../support/school/small-school.ts';
import { listChangesSince, readTableContent } from '../../../support/school/table-content.ts';

const { listAcademicTerms, listAcademicYears, readTermOverview, saveAcademicTerm, setCurrentPeriod } = termsContract;
type Details = RawInput<typeof saveAcademicTerm>;

const first: Details = {
  academic_year_id: yearId,
  term: 1,
  possible_attendance: 120,
  date_start: '2025-09-01',
  date_end: '2025-12-12',
  new_term_beginning: null,
  is_current: true,
};
const second: Details = {
  academic_year_id: yearId,
  term: 2,
  possible_attendance: 110,
  date_start: '2026-01-05',
  date_end: '2026-03-27',
  new_term_beginning: '2026-04-13',
  is_current: false,
};

describe('academic terms', () => {
  const school = schoolForTests();
  const admin = school.as('A1');
  const teacher = school.as('T2');

  const save = (details: Details, key?: string) =>
    admin.call(saveAcademicTerm, details, key === undefined ? {} : { 'Idempotency-Key': key });
  const stored = async () => (await admin.call(listAcademicTerms, {})).body;
  const current = async () => (await teacher.call(readTermOverview, {})).body.current_term;
  const trail = async (subject: string) => {
    return listAuditTrail(subject);
  };

  it('tells everybody the current term, the choices and the terms so far', async () => {
    const { body } = await teacher.call(readTermOverview, {});
    expect(body.current_term).toEqual({ academic_year_id: yearId, term: 1, title: 'Term 1' });
    expect(body.terms.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(body.terms_archive).toEqual([
      {
        academic_year_id: yearId,
        term: 1,
        new_term_beginning: null,
        closed: null,
        date_start: '2025-09-01',
        date_end: '2025-12-12',
        attendance: { closed: null, until: expect.any(String) },
      },
    ]);
  });

  it('stores a new term without making it the current one', async () => {
    const answer = await save(second);
    expect(answer).toMatchObject({ status: 200, body: second });
    expect(await stored()).toEqual([first, second]);
    expect(await current()).toMatchObject({ term: 1 });
    expect((await teacher.call(readTermOverview, {})).body.terms_archive.map((period) => period.term)).toEqual([2, 1]);
  });

  it('updates a term, and what is empty now is empty in the store', async () => {
    const changed = { ...second, possible_attendance: null, new_term_beginning: null };
    expect((await save(changed)).body).toEqual(changed);
    expect(await stored()).toEqual([first, changed]);
    expect((await trail('period#2025#2')).at(-1)?.changes).toEqual([
      { field: 'possibleAttendance', before: 110, after: null },
      { field: 'newTermBeginning', before: '2026-04-13', after: null },
    ]);
    await save(second);
  });

  it('makes a term the current one in the same save, and says in the audit what was current before', async () => {
    const both = { ...second, possible_attendance: 115, is_current: true };
    expect((await save(both)).body).toEqual(both);
    expect(await current()).toMatchObject({ term: 2 });
    expect((await stored()).map(({ is_current }) => is_current)).toEqual([false, true]);
    expect((await trail('period#2025#2')).at(-1)).toMatchObject({
      accountId: 'A1',
      name: 'Ada Office',
      changes: [
        { field: 'possibleAttendance', before: 110, after: 115 },
        { field: 'current', before: { year: 2025, term: 1 }, after: { year: 2025, term: 2 } },
      ],
    });
  });

  it('sets the current term to one that is stored, audited', async () => {
    const answer = await admin.call(setCurrentPeriod, { academic_year_id: yearId, term: 1 });
    expect(answer.body.current_term).toMatchObject({ term: 1 });
    expect(await current()).toMatchObject({ term: 1 });
    expect((await trail('period#2025#1')).at(-1)?.changes).toEqual([
      { field: 'current', before: { year: 2025, term: 2 }, after: { year: 2025, term: 1 } },
    ]);
  });

  const start = '2026-01-05';
  it.each([
    { change: { date_end: '2026-01-04' }, field: 'date_end' },
    { change: { date_end: start }, field: 'date_end' },
    { change: { new_term_beginning: '2026-03-27' }, field: 'date_end' },
    { change: { date_end: null, new_term_beginning: start }, field: 'date_end' },
    { change: { date_start: '2026-02-30' }, field: 'date_start' },
    { change: { date_start: '1949-12-31' }, field: 'date_start' },
    { change: { date_start: '05-Jan-2026' }, field: 'date_start' },
    { change: { academic_year_id: '20252027' }, field: 'academic_year_id' },
    { change: { academic_year_id: '2025' }, field: 'academic_year_id' },
    { change: { term: 4 }, field: 'term' },
    { change: { possible_attendance: -1 }, field: 'possible_attendance' },
    { change: { possible_attendance: 1.5 }, field: 'possible_attendance' },
    { change: { is_current: undefined }, field: 'is_current' },
  ])('refuses $change, by field', async ({ change, field }) => {
    const before = await readTableContent();
    const answer = await save({ ...second, ...change } as Details);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.error?.fields ?? {})).toEqual([field]);
    expect(await listChangesSince(before)).toEqual([]);
  });

  it('lets of two saves that come together one win or both follow, and the audit tells which was before which', async () => {
    const known = (await trail('period#2025#2')).length;
    const initial = (await stored())[1]?.possible_attendance;
    const wanted = Array.from({ length: 8 }, (_, index) => 200 + index);
    const answers = await Promise.all(wanted.map((possible_attendance) => save({ ...second, possible_attendance })));
    const rows = (await trail('period#2025#2')).filter(({ changes }) => wanted.includes(Number(changes[0]?.after)));
    expect(rows.length).toBe(answers.filter((answer) => answer.status === 200).length);
    expect(answers.filter((answer) => ![200, 409].includes(answer.status))).toEqual([]);
    expect((await trail('period#2025#2')).length).toBe(known + rows.length);
    const befores = rows.map(({ changes }) => changes[0]?.before);
    const afters = rows.map(({ changes }) => changes[0]?.after);
    const last = (await stored())[1]?.possible_attendance;
    expect([...befores, last].sort()).toEqual([initial, ...afters].sort());
  });

  it('offers the years that are stored, the present one and its neighbours, newest first', async () => {
    await save({ ...second, academic_year_id: '20182019', date_start: null, date_end: null, new_term_beginning: null });
    const years = (await teacher.call(listAcademicYears, {})).body.map(({ academic_year_id }) => academic_year_id);
    const now = new Date().getUTCFullYear();
    const neighbours = [now + 1, now, now - 1].map((year) => `${year}${year + 1}`);
    expect(years).toEqual([...new Set([...neighbours, yearId, '20182019'])].sort().reverse());
  });
});
