import { beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../support/callers/client.ts';
import { writeAction } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addAccount, password, year } from '../../../support/school/small-school.ts';
import { printCards } from './printed-cards.ts';

const names = ['mona', 'eric', 'dina', 'fiona', 'admin'] as const;
type Name = (typeof names)[number];

describe('GET /report-card', () => {
  const server = schoolForTests();
  let clients: Record<Name, TestClient>;

  beforeAll(async () => {
    const { ClassPostEntity } = await import('#functions/people/records/store.ts');
    const post = { employeeId: 'T4', year, classId: '1B', formLevel: 1, name: 'Fiona Fox' };
    await writeAction(ClassPostEntity.put({ ...post, as: 'form teacher' }));
    await addAccount({ accountId: 'T4', role: 'teacher', userName: 'fiona', name: 'Fiona Fox' });
    const signedIn = await Promise.all(names.map((name) => new TestClient(server.url).signIn(name, password)));
    clients = Object.fromEntries(names.map((name, index) => [name, signedIn[index]])) as typeof clients;
  });

  describe('lets in', () => {
    it('form teacher, dean and office', async () => {
      for (const name of ['mona', 'dina', 'admin'] as const) {
        expect((await printCards(clients[name], { studentId: 'S01' })).status, name).toBe(200);
        expect((await printCards(clients[name], { classId: '1A' })).status, name).toBe(200);
      }
    });

    it.each<[string, Name, Record<string, string>]>([
      ['the form teacher of another class', 'fiona', { studentId: 'S01' }],
      ['the form teacher of another class', 'fiona', { classId: '1A' }],
      ['a teacher of the student’s subjects alone', 'eric', { studentId: 'S01' }],
      ['a teacher of the class’s subjects alone', 'mona', { classId: '4A' }],
      ['a dean of other classes', 'dina', { studentId: 'S41' }],
      ['a dean of other classes', 'dina', { classId: '4A' }],
      ['a form teacher, of another year', 'mona', { classId: '1A', year: String(year - 1) }],
      ['a teacher with a student that does not exist', 'mona', { studentId: 'S99' }],
      ['a teacher with a class that does not exist', 'mona', { classId: '9Z' }],
    ])('not %s', async (_who, name, input) => {
      const { status, error, headers } = await printCards(clients[name], input);
      expect(status).toBe(403);
      expect(error?.message).toEqual(['You are not allowed to do this.']);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    });
  });

  it.each<[Record<string, string>, string]>([
    [{ studentId: 'S99' }, 'This student is not registered for this term.'],
    [{ studentId: 'S01', term: '3' }, 'This student is not registered for this term.'],
    [{ classId: '9Z' }, 'No student of this class is registered for this term.'],
    [{ classId: '1A', term: '2' }, 'No student of this class is registered for this term.'],
  ])('tells the office that there is nothing to print: %j', async (input, message) => {
    const { status, error } = await printCards(clients.admin, input);
    expect([status, error?.message]).toEqual([404, [message]]);
  });

  it('needs a student or a class', async () => {
    const { status, error } = await printCards(clients.admin, {});
    expect([status, error?.fields]).toEqual([422, { studentId: ['Name a student or a class.'] }]);
  });

  it('answers a PDF that is shown in place and kept nowhere', async () => {
    const { status, headers, bytes } = await printCards(clients.admin, { studentId: 'S01' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('content-disposition')).toBe('inline');
    expect(Number(headers.get('content-length'))).toBe(bytes.length);
    expect(new TextDecoder('latin1').decode(bytes.slice(0, 5))).toBe('%PDF-');
    expect(new TextDecoder('latin1').decode(bytes.slice(-7)).trim()).toMatch(/%%EOF$/);
  });
});
