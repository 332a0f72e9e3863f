import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ForbiddenError } from '#functions/platform/errors.ts';
import { canStudentsSignIn, entranceOfStudents } from '#functions/school/records/entrance-of-students.ts';
import { school } from '#functions/school/records/school.ts';
import { recordKinds } from '#functions/school/whole-school/record-kinds.generated.ts';
import { allRecordKinds, kindsOfOptions } from '#functions/school/whole-school/record-lines.ts';
import { authenticator } from '#functions/sessions/authenticator.ts';
import { authenticatorOfEverybody, sessionsOfStudents } from '#functions/sessions/sessions-of-students.ts';
import { readSections, sectionsOfEverything } from '#functions/students/records/sections-of-everything.ts';
import { filesOfOptions, listFilesOfOptions } from '#functions/students/register/jobs/erase-student-worker.ts';
import { readersOfCards, requireCardAccess } from '#functions/term-reports/report-access.ts';
import { cardProof, cardProofs } from '#functions/term-reports/report-cards/card-proofs.ts';
import { findCertainFaults, postingGuards } from '#functions/term-reports/report-cards/certain-faults.ts';
import { keepersOfCopies, listKeptWithCopies } from '#functions/term-reports/report-cards/kept-with-copies.ts';
import { signaturesOfCards, withSignedLayouts } from '#functions/term-reports/report-cards/layouts/signed-layout.ts';
import { countOpenFindings, openFindings } from '#functions/term-reports/report-cards/open-findings.ts';
import { figureChecks, findWrongFigures } from '#functions/term-reports/report-cards/wrong-figures.ts';
import { everyOption } from '../support/samples/every-option.ts';

/** A school file with every option of the product: what it lists is not there. */
describe('with nothing in the places of options', () => {
  beforeAll(() => {
    vi.stubEnv('SCHOOL_FILE', new URL('../../infra/schools/demo.json', import.meta.url).pathname);
    school().options = everyOption;
  });
  afterEach(() => void vi.restoreAllMocks());

  it('students do not sign in', () => {
    entranceOfStudents.fill({});
    expect(canStudentsSignIn()).toBe(false);
  });

  it('a session of the staff is open, and one of a student is not', async () => {
    sessionsOfStudents.fill({});
    const opened = (role: string) => {
      vi.spyOn(authenticator, 'openSession').mockResolvedValue({ caller: { role } } as never);
      return authenticatorOfEverybody.openSession('cookie', () => ({}), new Date());
    };
    expect(await opened('teacher')).toEqual({ caller: { role: 'teacher' } });
    expect(await opened('student')).toBeNull();
  });

  it('Everything about a student has no section, and an erasure no file of an option', async () => {
    sectionsOfEverything.fill({});
    filesOfOptions.fill({});
    expect(await readSections('S41', { reports: [], madeAt: new Date() })).toEqual([]);
    expect(await listFilesOfOptions('S41')).toEqual([]);
  });

  it('a school’s file has the kinds of records of the core alone', () => {
    kindsOfOptions.fill({});
    expect([...allRecordKinds().keys()].toSorted()).toEqual(recordKinds.map(({ name }) => name).toSorted());
  });

  it('nobody looks at report cards before they are posted', async () => {
    postingGuards.fill({});
    figureChecks.fill({});
    const cards = [{ card: { average: {} } } as never];
    const ofTerm = { subjects: new Map(), period: undefined };
    expect(await findCertainFaults(cards, ofTerm)).toEqual(new Map());
    expect(await findWrongFigures(cards, { ...ofTerm, leavers: new Set() })).toEqual(new Map());
  });

  it('nothing is kept with copies', async () => {
    keepersOfCopies.fill({});
    expect(await listKeptWithCopies({ cards: [] } as never)).toEqual([]);
  });

  it('nothing is found on reports', async () => {
    openFindings.fill({});
    expect(await countOpenFindings({ year: 2025, term: 1, classId: '1A' }, new Date(), {} as never)).toBeNull();
  });

  it('a layout keeps its pictures of signatures', async () => {
    signaturesOfCards.fill({});
    const cards = [{ card: {}, layout: { front: [], back: null } } as never];
    expect(await withSignedLayouts(cards, { year: 2025, term: 1 })).toBe(cards);
  });

  it('a teacher without a post in a class reads none of its cards', async () => {
    readersOfCards.fill({});
    await expect(requireCardAccess({ role: 'teacher' } as never, [])).rejects.toThrow(ForbiddenError);
  });

  it('a report card has no proof', () => {
    cardProofs.fill({});
    expect(cardProof()).toBeUndefined();
  });
});
